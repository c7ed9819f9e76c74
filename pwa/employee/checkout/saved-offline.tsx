import type { ReactNode } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { checkoutWords } from "#pwa/i18n/checkout";
import { closingTime } from "#pwa/i18n/closing-time";
import { longDay } from "#pwa/i18n/say-day";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

type Props = {
  week: string;
  /** The first day chosen: it closes first. */
  first?: string;
  unsent: boolean;
  /** Estimated, fils. */
  payable: number;
  onTry: () => void;
  plates: ReactNode;
  cost: ReactNode;
};

const words = checkoutWords;

/** Checkout without a connection: what is safe, what will happen, and by when. */
export const SavedOffline = ({ week, first, unsent, payable, onTry, plates, cost }: Props) => (
  <div className="checkoutpage one">
    <div className="center">
      <span className="seal info">
        <Icon name="cloudup" />
      </span>
      <h1 className="mt4">{words.offlineTitle}</h1>
      <p className="t2 mt2" role="status">
        {words.offlineLead}
      </p>
    </div>
    <div className="mt6">{plates}</div>
    <ol className="card pad timeline mt4">
      <li>
        <span className="good">
          <Icon name="okc" />
        </span>
        <span className="grow m">{unsent ? words.stepSaved : words.stepSent}</span>
      </li>
      <li>
        <span className="now">
          <Icon name="cloudup" />
        </span>
        <span className="grow b">
          {words.stepWaiting}
          {first && <span className="sm t2 blk">{words.stepBefore(closingTime(first), longDay(first))}</span>}
        </span>
      </li>
      <li className="t3">
        <Icon name="card" />
        <span className="grow">
          {words.stepPay(formatAed(payable))}
          <span className="sm blk">{words.stepPayText}</span>
        </span>
      </li>
      <li className="t3">
        <Icon name="plate" />
        <span className="grow">{words.stepConfirmed}</span>
      </li>
    </ol>
    <div className="mt4">{cost}</div>
    <div className="col g2 mt6">
      <Button look="pri" size="lg" full to="/dashboard/home">
        {words.backToWeek}
      </Button>
      <Button look="out" size="lg" full icon="sync" onClick={onTry}>
        {words.tryNow}
      </Button>
      <Button look="ghost" full to={`/mealselection?week=${week}`}>
        {words.changeOrder}
      </Button>
    </div>
  </div>
);

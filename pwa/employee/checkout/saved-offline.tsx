import type { ReactNode } from "react";
import { checkoutWords } from "#pwa/i18n/checkout";
import { closingTime } from "#pwa/i18n/closing-time";
import { longDay } from "#pwa/i18n/say-day";
import { formatAed } from "#pwa/rules/money";
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

const said = checkoutWords;

/** Checkout without a connection: what is safe, what will happen, and by when. */
export const SavedOffline = ({ week, first, unsent, payable, onTry, plates, cost }: Props) => (
  <div className="checkoutpage one">
    <div className="center">
      <span className="seal info">
        <Icon name="cloudup" />
      </span>
      <h1 className="mt4">{said.offlineTitle}</h1>
      <p className="t2 mt2" role="status">
        {said.offlineLead}
      </p>
    </div>
    <div className="mt6">{plates}</div>
    <ol className="card pad timeline mt4">
      <li>
        <span className="good">
          <Icon name="okc" />
        </span>
        <span className="grow m">{unsent ? said.stepSaved : said.stepSent}</span>
      </li>
      <li>
        <span className="now">
          <Icon name="cloudup" />
        </span>
        <span className="grow b">
          {said.stepWaiting}
          {first && <span className="sm t2 blk">{said.stepBefore(closingTime(first), longDay(first))}</span>}
        </span>
      </li>
      <li className="t3">
        <Icon name="card" />
        <span className="grow">
          {said.stepPay(formatAed(payable))}
          <span className="sm blk">{said.stepPayText}</span>
        </span>
      </li>
      <li className="t3">
        <Icon name="plate" />
        <span className="grow">{said.stepConfirmed}</span>
      </li>
    </ol>
    <div className="mt4">{cost}</div>
    <div className="col g2 mt6">
      <Button look="pri" size="lg" full to="/dashboard/home">
        {said.backToWeek}
      </Button>
      <Button look="out" size="lg" full icon="sync" onClick={onTry}>
        {said.tryNow}
      </Button>
      <Button look="ghost" full to={`/mealselection?week=${week}`}>
        {said.changeOrder}
      </Button>
    </div>
  </div>
);

import { amendWords } from "#pwa/i18n/amend";
import { formatAed } from "#pwa/i18n/amounts";
import { Button } from "#pwa/ui/button";

const words = amendWords;

/** About how much a change costs or brings back. */
export function aboutDifference(fils: number): string {
  if (fils === 0) return words.aboutSame;
  return (fils > 0 ? words.aboutMore : words.aboutLess)(formatAed(Math.abs(fils)));
}

type Props = { order: string; days: number /** Estimated, fils. */; difference?: number };

/** At the bottom edge: what is changed so far, and the way to save it. */
export const EditBar = ({ order, days, difference }: Props) => (
  <div className="sticky editbar">
    <div className="row between">
      <div className="grow" aria-live="polite">
        <div className="b">{days > 0 ? words.changedDays(days) : words.unchanged}</div>
        {days > 0 && difference !== undefined && <div className="sm t2 num">{aboutDifference(difference)}</div>}
      </div>
      {days > 0 ? (
        <Button look="pri" size="lg" after="arrow" to={`/checkout/edit/${order}`}>
          {words.review}
        </Button>
      ) : (
        <Button look="pri" size="lg" after="arrow" disabled>
          {words.review}
        </Button>
      )}
    </div>
  </div>
);

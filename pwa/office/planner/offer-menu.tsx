import { dotted } from "#pwa/i18n/dotted";
import { comma } from "#pwa/i18n/locale";
import { offerWords as words } from "#pwa/i18n/planner";
import { longDate, longDay, shortDay } from "#pwa/i18n/say-day";
import type { PlannedOffer } from "#pwa/office/planner/planner";
import { type DayShown, mayAdd } from "#pwa/office/planner/week";
import { Button } from "#pwa/ui/button";
import { Chip } from "#pwa/ui/chip";
import { Sheet } from "#pwa/ui/sheet";

export type OfferAct = { do: "earlier" | "later" | "take" | "withdraw" } | { do: "move" | "copy"; to: string };

type Props = {
  day: DayShown;
  offer: PlannedOffer;
  name: string;
  days: DayShown[];
  /** Whether the meal is on a published menu, so that it can only be withdrawn once it was ordered. */
  published: boolean;
  onAct: (act: OfferAct) => void;
  onClose: () => void;
};

/** Everything that dragging does, and more, for a finger and a keyboard. */
export function OfferMenu({ day, offer, name, days, published, onAct, onClose }: Props) {
  const place = day.meals.findIndex(({ meal }) => meal === offer.meal);
  const has = (one: DayShown) => one.meals.some(({ meal }) => meal === offer.meal);
  const others = days.filter((one) => one.date !== day.date);
  const to = (act: "move" | "copy", label: string) => (
    <fieldset className="plto">
      <legend className="lbl">{label}</legend>
      <div className="row wrap g2 mt2">
        {others.map((one) => (
          <Chip
            key={one.date}
            aria-label={`${label} ${longDay(one.date)}${has(one) ? `${comma}${words.there}` : ""}`}
            disabled={!mayAdd(one) || has(one)}
            icon={has(one) ? "check" : undefined}
            onClick={() => onAct({ do: act, to: one.date })}
          >
            {shortDay(one.date)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
  return (
    <Sheet open title={name} onClose={onClose}>
      <p className="t2">
        {dotted([
          longDate(day.date),
          words.place(place + 1, day.meals.length),
          offer.ordered > 0 && words.ordered(offer.ordered),
        ])}
      </p>
      <div className="row wrap g2 mt4">
        <Button look="out" disabled={place === 0} onClick={() => onAct({ do: "earlier" })}>
          {words.earlier}
        </Button>
        <Button look="out" disabled={place === day.meals.length - 1} onClick={() => onAct({ do: "later" })}>
          {words.later}
        </Button>
        <Button look="out" icon="edit" to={`/kitchen/meals/${offer.meal}`}>
          {words.edit}
        </Button>
      </div>
      {to("move", words.moveTo)}
      {to("copy", words.copyTo)}
      <div className="mt6">
        {published && offer.ordered > 0 && <p className="sm t2">{words.takeOrdered(offer.ordered)}</p>}
        <div className="row wrap g2 mt2">
          {(!published || offer.ordered === 0) && (
            <Button look="out" icon="x" onClick={() => onAct({ do: "take" })}>
              {words.take}
            </Button>
          )}
          {published && (
            <Button look={offer.ordered > 0 ? "danger" : "out"} icon="off" onClick={() => onAct({ do: "withdraw" })}>
              {words.withdraw}
            </Button>
          )}
        </div>
      </div>
      <p className="xs t3 mt4 plkeys">{words.keys}</p>
    </Sheet>
  );
}

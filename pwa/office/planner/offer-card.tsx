import { formatAed } from "#pwa/i18n/amounts";
import { offerWords as words } from "#pwa/i18n/planner";
import { longDay } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { PlannedOffer } from "#pwa/office/planner/planner";
import { PortionsField } from "#pwa/office/planner/portions-field";
import type { BookMeal } from "#pwa/offline/wire";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";

type Props = {
  date: string;
  offer: PlannedOffer;
  /** As the book has it; without one it left the book. */
  known?: BookMeal;
  name: string;
  /** What keeps it from being published. */
  wrong?: string;
  /** Whether it may be moved and changed. */
  free: boolean;
  lifted: boolean;
  onOpen: () => void;
  onPortions: (portions: number | undefined) => void;
};

/** A meal on a day, as small as it can be and still say what a kitchen asks. */
export function OfferCard({ date, offer, known, name, wrong, free, lifted, onOpen, onPortions }: Props) {
  const meal = known?.meal;
  const bare = meal && Object.keys(meal.allergens).length === 0;
  return (
    <li
      className={`ploffer${lifted ? " lifted" : ""}${wrong ? " wrong" : ""}${offer.withdrawn ? " gone" : ""}`}
      data-offer={offer.meal}
      data-free={free || undefined}
    >
      <MealPicture meal={meal} detail="thumb" />
      <div className="plname">
        <b>{name}</b>
      </div>
      <p className="plfacts num">
        {meal && (
          <>
            <span>{meal.price > 0 ? formatAed(meal.price) : words.noPrice}</span>
            <span>{meal.kcal > 0 ? words.kcal(meal.kcal) : words.noKcal}</span>
          </>
        )}
        {offer.ordered > 0 && <b>{words.ordered(offer.ordered)}</b>}
        {offer.left !== undefined && (
          <span className={offer.left === 0 ? "plout" : undefined}>{words.left(offer.left)}</span>
        )}
      </p>
      {(bare || known?.archived || offer.withdrawn || wrong) && (
        <ul className="plmarks">
          {wrong && <Mark tone="bad">{wrong}</Mark>}
          {bare && <Mark tone="warn">{words.noAllergens}</Mark>}
          {known?.archived && <Mark tone="warn">{words.archived}</Mark>}
          {offer.withdrawn && <Mark tone="bad">{words.withdrawn}</Mark>}
        </ul>
      )}
      <div className="plcount num">
        {free ? (
          <PortionsField
            label={words.portionsOf(name, longDay(date))}
            portions={offer.portions}
            onChange={onPortions}
          />
        ) : (
          offer.portions !== undefined && <span>{`${words.portions} ${offer.portions}`}</span>
        )}
        {free && <span className="plword">{words.portionsWord}</span>}
        {free && (
          <IconButton
            icon="dots"
            label={words.act(name, longDay(date))}
            aria-haspopup="dialog"
            data-acts={`${date} ${offer.meal}`}
            onClick={onOpen}
          />
        )}
      </div>
    </li>
  );
}

const Mark = ({ tone, children }: { tone: "bad" | "warn"; children: string }) => (
  <li className={`plmark ${tone}`}>
    <Icon name="alert" size="xs" />
    <span>{children}</span>
  </li>
);

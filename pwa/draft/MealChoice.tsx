import { muchProtein } from "#pwa/draft/filterMeals";
import { Quantity } from "#pwa/draft/Quantity";
import { MealPicture } from "#pwa/menu/MealPicture";
import { Icon } from "#pwa/ui/Icon";
import { Price } from "#pwa/ui/Price";
import type { Meal } from "#pwa/wire";
import { mealsWords } from "#pwa/words/meals";

type Props = {
  meal: Meal;
  /** What this person would pay for it, fils. */
  pays: number;
  qty: number;
  /** Portions left; undefined when there is no limit. */
  left?: number;
  /** Allergens to avoid about which nothing is known here. */
  unknown: readonly string[];
  /** The large one on top. */
  lead?: boolean;
  day: string;
  onOpen: () => void;
  onQuantity: (qty: number) => void;
};

const few = 10;

/** A meal that can be chosen for a day: a row on phones, a tile from 768. */
export function MealChoice({ meal, pays, qty, left, unknown, lead, day, onOpen, onQuantity }: Props) {
  const soldOut = left !== undefined && left <= 0;
  const contains = Object.keys(meal.allergens).filter((name) => meal.allergens[name] === "contains");
  return (
    <article className={`meal pick${lead ? " lead" : ""}${qty > 0 ? " sel" : ""}${soldOut ? " off" : ""}`}>
      <MealPicture meal={meal} look={soldOut ? "dim" : undefined} />
      {meal.new && (
        <span className="pop">
          <Icon name="star" size="xs" />
          {mealsWords.isNew}
        </span>
      )}
      <div className="body">
        <h3 className="name clamp2">
          <button type="button" className="whole" onClick={onOpen}>
            {meal.name}
          </button>
        </h3>
        <div className="macro">
          <span>{mealsWords.kcal(meal.kcal)}</span>
          <span>{mealsWords.grams(meal.protein, mealsWords.proteinWord)}</span>
          {lead && contains.length > 0 && <span className="holds">{mealsWords.contains(contains)}</span>}
        </div>
        {unknown.length > 0 ? (
          <p className="tag unsure">
            <Icon name="alert" size="xs" />
            {mealsWords.noDataShort([...unknown])}
          </p>
        ) : (
          meal.protein >= muchProtein && (
            <p className="tag">
              <Icon name="bolt" size="xs" />
              {mealsWords.highProtein}
            </p>
          )
        )}
        <div className="foot">
          <div>
            {left !== undefined && left <= few && (
              <span className={`st ${qty > left ? "bad" : soldOut ? "" : "warn"}`}>
                {soldOut ? mealsWords.soldOut : mealsWords.left(left)}
              </span>
            )}
            <Price fils={pays} label={mealsWords.youPay} />
          </div>
          {qty > 0 ? (
            <Quantity qty={qty} name={meal.name} most={left} onChange={onQuantity} />
          ) : (
            <button
              type="button"
              className="add"
              disabled={soldOut}
              aria-label={mealsWords.addTo(meal.name, day)}
              onClick={() => onQuantity(1)}
            >
              <Icon name="plus" />
            </button>
          )}
        </div>
      </div>
    </article>
  );
}

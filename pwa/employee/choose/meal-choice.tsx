import type { Warning } from "#pwa/employee/choose/diet";
import { DietMarks } from "#pwa/employee/choose/diet-marks";
import { muchProtein } from "#pwa/employee/choose/filter-meals";
import { Quantity } from "#pwa/employee/choose/quantity";
import { dietWords } from "#pwa/i18n/diet";
import { mealsWords } from "#pwa/i18n/meals";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { Meal } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

type Props = {
  meal: Meal;
  /** What a tap on it changes in what this person pays. */
  pays: { word: string; amount: string };
  qty: number;
  /** Portions left; undefined when there is no limit. */
  left?: number;
  /** What this person must know before they eat it. */
  warning?: Warning;
  /** What comes closest, when this one is sold out. */
  instead?: Meal;
  /** The large one on top. */
  lead?: boolean;
  day: string;
  onOpen: () => void;
  onQuantity: (qty: number) => void;
  onInstead: (meal: Meal) => void;
};

const few = 10;

/** A meal that can be chosen for a day: a row on phones, a tile from 768. */
export function MealChoice(props: Props) {
  const { meal, pays, qty, left, warning, instead, lead, day, onOpen, onQuantity, onInstead } = props;
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
        <h2 className="name clamp2">
          <button type="button" className="whole" onClick={onOpen}>
            {meal.name}
          </button>
        </h2>
        <div className="macro">
          <span>{mealsWords.kcal(meal.kcal)}</span>
          <span>{mealsWords.grams(meal.protein, mealsWords.proteinWord)}</span>
          {lead && !warning && contains.length > 0 && <span className="holds">{mealsWords.contains(contains)}</span>}
        </div>
        {warning ? (
          <DietMarks warning={warning} />
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
            <div className="pay">
              <span>{pays.word}</span>
              <b>{pays.amount}</b>
            </div>
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
        {soldOut && instead && (
          <Button look="soft" className="small instead" icon="swap" onClick={() => onInstead(instead)}>
            <span className="clamp2">{dietWords.instead(instead.name)}</span>
          </Button>
        )}
      </div>
    </article>
  );
}

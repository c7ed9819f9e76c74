import type { ReactNode } from "react";
import { mealsWords } from "#pwa/i18n/meals";
import { menuWords } from "#pwa/i18n/menu";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { Meal } from "#pwa/offline/wire";
import { Icon } from "#pwa/ui/icon";
import "#pwa/menu/menu.css";

type Props = {
  meal: Meal;
  /** Opens the details; without it the card cannot be opened. */
  onOpen?: () => void;
  /** The last line: a price, a cuisine, a button. */
  foot?: ReactNode;
};

const meatless = (meal: Meal) => meal.diets.some((diet) => /^veg/i.test(diet));

/** A meal as a tile: picture, name, what it gives, and a last line. The whole tile opens the details. */
export const MealCard = ({ meal, onOpen, foot }: Props) => (
  <article className="tile">
    <MealPicture meal={meal} />
    {meatless(meal) && (
      <span className="vg">
        <Icon name="leaf" size="xs" />
        <span className="sr">{menuWords.vegetarian}</span>
      </span>
    )}
    <div className="body">
      <h3 className="name clamp2">
        {onOpen ? (
          <button type="button" className="whole" onClick={onOpen}>
            {meal.name}
          </button>
        ) : (
          meal.name
        )}
      </h3>
      <div className="macro">
        <span>{mealsWords.kcal(meal.kcal)}</span>
        <span>{mealsWords.grams(meal.protein, mealsWords.proteinWord)}</span>
      </div>
      {foot && <div className="row between foot">{foot}</div>}
    </div>
  </article>
);

import { MealArt } from "#pwa/menu/meal-art";
import type { Meal } from "#pwa/offline/wire";

type Props = {
  /** Without one (its menu is not on this phone) an empty plate keeps the place. */
  meal?: Meal;
  detail?: "full" | "thumb";
  look?: "round" | "bare" | "crop" | "dim" | "round dim";
};

/** The picture beside a meal's name, so it says nothing by itself. */
export const MealPicture = ({ meal, detail, look }: Props) =>
  meal ? (
    <MealArt art={meal.art as Record<string, unknown>} detail={detail} look={look} />
  ) : (
    <span className={`art ${look ?? ""}`} />
  );

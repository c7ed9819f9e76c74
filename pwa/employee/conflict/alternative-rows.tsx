import { conflictWords } from "#pwa/i18n/conflict";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { joined } from "#pwa/i18n/joined";
import { mealsWords } from "#pwa/i18n/meals";
import { MealPicture } from "#pwa/menu/meal-picture";
import { mealOf } from "#pwa/menu/meals-on";
import { useOwnId } from "#pwa/offline/sync/use-own-id";
import type { DraftDay } from "#pwa/offline/use-draft-days";
import type { DraftItem, MenuWeek } from "#pwa/offline/wire";
import { RadioRow } from "#pwa/ui/radio-row";

type Props = {
  day: DraftDay;
  menu?: MenuWeek;
  /** The device whose choice is picked, "" for what the server holds, undefined for none yet. */
  picked?: string;
  onPick: (dev: string) => void;
};

/** What each device chose for a day, as rows of which one is kept. Put them in a `<fieldset>`. */
export function AlternativeRows({ day, menu, picked, onPick }: Props) {
  const own = useOwnId();
  const mine = day.alternatives.some(({ dev }) => dev === own);
  const options = [
    { dev: "", items: day.items, from: mine ? conflictWords.other : conflictWords.first },
    ...day.alternatives.map(({ dev, items }) => ({
      dev,
      items,
      from: dev === own ? conflictWords.mine : conflictWords.other,
    })),
  ];
  return options.map(({ dev, items, from }) => (
    <RadioRow key={dev} name={`pick-${day.date}`} value={dev} checked={picked === dev} onChoose={onPick}>
      {items[0] && (
        <span className="thumb s">
          <MealPicture meal={menu && mealOf(menu, items[0].meal)} detail="thumb" />
        </span>
      )}
      <span className="grow">
        <span className="m sm blk">{said(items, menu)}</span> <span className="xs t2">{from}</span>
      </span>
    </RadioRow>
  ));
}

const said = (items: readonly DraftItem[], menu?: MenuWeek) =>
  joined(
    items.map(({ meal, qty }) =>
      dashboardWords.portions((menu && mealOf(menu, meal)?.name) ?? mealsWords.unknownMeal, qty),
    ),
  ) || conflictWords.noMeals;

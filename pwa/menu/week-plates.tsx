import { dashboardWords } from "#pwa/i18n/dashboard";
import { joined } from "#pwa/i18n/joined";
import { marksWords } from "#pwa/i18n/marks";
import { mealsWords } from "#pwa/i18n/meals";
import { orderStatusWords } from "#pwa/i18n/order";
import { dayOfMonth, shortDay } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { mealOf } from "#pwa/menu/meals-on";
import type { Day } from "#pwa/offline/use-day";
import type { MenuWeek } from "#pwa/offline/wire";
import { Plate, type PlateState } from "#pwa/ui/plate";

type Props = {
  days: readonly Day[];
  menu?: MenuWeek;
  current?: string;
  onChoose?: (date: string) => void;
};

const said: Record<Exclude<PlateState, "swapped">, string> = {
  empty: mealsWords.nothingChosen,
  filled: mealsWords.chosen,
  confirmed: orderStatusWords.Confirmed,
  pending: orderStatusWords["Payment Pending"],
  waiting: marksWords.waiting,
  "needs-you": marksWords.needsYou,
  locked: dashboardWords.closed,
};

/** The week as plates: what each day holds, and a way to go there. */
export const WeekPlates = ({ days, menu, current, onChoose }: Props) => (
  <div className="plates">
    {days.map(({ date, state, items }) => {
      const [first] = items;
      const names = items.map(({ meal, name, qty }) =>
        mealsWords.portions(name ?? (menu && mealOf(menu, meal)?.name) ?? mealsWords.unknownMeal, qty),
      );
      return (
        <Plate
          key={date}
          state={state}
          day={shortDay(date)}
          number={dayOfMonth(date)}
          label={joined([said[state], ...names])}
          current={date === current}
          times={items.reduce((sum, { qty }) => sum + qty, 0)}
          onPress={onChoose && (() => onChoose(date))}
        >
          {first && <MealPicture meal={menu && mealOf(menu, first.meal)} look="round" detail="thumb" />}
        </Plate>
      );
    })}
  </div>
);

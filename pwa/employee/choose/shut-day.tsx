import { checkoutWords } from "#pwa/i18n/checkout";
import { closingTime } from "#pwa/i18n/closing-time";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { mealOf } from "#pwa/menu/meals-on";
import type { OfferedDay } from "#pwa/menu/use-offered";
import type { Day } from "#pwa/offline/use-day";
import type { MenuWeek } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";

type Props = { day: Day; why: NonNullable<OfferedDay["why"]>; menu?: MenuWeek };

/** A day that takes no choice any more: why, what it holds, and what is still possible. */
export function ShutDay({ day, why, menu }: Props) {
  const name = longDay(day.date);
  const said = {
    taken: [mealsWords.ordered(name), mealsWords.orderedText],
    past: [mealsWords.closedDay(name), mealsWords.closedText(closingTime(day.date))],
    closed: [mealsWords.holiday(name), mealsWords.holidayText],
    unserved: [mealsWords.holiday(name), mealsWords.unservedText],
    full: [mealsWords.full(name), mealsWords.fullText],
  }[why];
  const intent = day.state === "pending" ? day.order?.intent?.id : undefined;
  return (
    <div className="mt4 col g3">
      {intent ? (
        <EmptyState
          icon="clock"
          title={checkoutWords.busyTitle}
          action={<Button to={`/payment/${intent}`}>{checkoutWords.busyGo}</Button>}
        >
          {checkoutWords.busyText}
        </EmptyState>
      ) : (
        <EmptyState
          icon={why === "taken" ? "okc" : why === "past" ? "lock" : "cal"}
          title={said[0] ?? ""}
          action={
            day.order?.status === "Confirmed" &&
            day.open && <Button to={`/editorder/${day.order.id}?day=${day.date}`}>{mealsWords.changeOrdered}</Button>
          }
        >
          {said[1]}
        </EmptyState>
      )}
      {day.items.length > 0 && (
        <ul className="card list where">
          {day.items.map(({ meal, name: known, qty }) => (
            <li key={meal} className="li">
              <span className="thumb">
                <MealPicture
                  meal={menu && mealOf(menu, meal)}
                  detail="thumb"
                  look={why === "taken" ? undefined : "dim"}
                />
              </span>
              <span className="grow m">
                {qty > 1 && `${qty} × `}
                {known ?? (menu && mealOf(menu, meal)?.name) ?? mealsWords.unknownMeal}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { noFilters } from "#pwa/employee/choose/choices";
import { dietOf, warningOf } from "#pwa/employee/choose/diet";
import { DietMarks } from "#pwa/employee/choose/diet-marks";
import { NutritionSum } from "#pwa/employee/choose/nutrition-sum";
import { splitOf } from "#pwa/employee/choose/split-of";
import { Sums } from "#pwa/employee/choose/sums";
import { formatPlain } from "#pwa/i18n/amounts";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay, shortDay } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { mealOf } from "#pwa/menu/meals-on";
import { WeekPlates } from "#pwa/menu/week-plates";
import { useSession } from "#pwa/offline/session";
import type { Day } from "#pwa/offline/use-day";
import type { MenuWeek } from "#pwa/offline/wire";
import type { Quote } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { SplitBar } from "#pwa/ui/split-bar";

type Props = {
  label: string;
  days: readonly Day[];
  menu?: MenuWeek;
  quote?: Quote;
  current: string;
  onChoose: (date: string) => void;
  /** The next day to choose for; undefined when every wanted day has a meal. */
  next?: string;
  checkout: string;
};

/** From 1024: the week beside the meals, always in view. */
export function WeekAside({ label, days, menu, quote, current, onChoose, next, checkout }: Props) {
  const diet = dietOf(useSession((session) => session.profile));
  const warned = (id: string) => {
    const meal = menu && mealOf(menu, id);
    return meal && warningOf(meal, noFilters, diet);
  };
  const filled = quote?.days.filter((day) => day.items.length > 0) ?? [];
  return (
    <aside className="card weekaside" aria-label={mealsWords.summary}>
      <div className="row between">
        <h2>{mealsWords.summary}</h2>
        <span className="sm t2">{label}</span>
      </div>
      <div className="mt3 wideplates">
        <WeekPlates days={days} menu={menu} current={current} onChoose={onChoose} />
      </div>
      {filled.length === 0 || !quote ? (
        <p className="sm t2 mt3">{mealsWords.emptyText}</p>
      ) : (
        <>
          <ul className="list mt3">
            {filled.map(({ date, items, employee_share }) => (
              <li key={date} className="cr">
                <span className="thumb s">
                  <MealPicture meal={menu && mealOf(menu, items[0]?.meal ?? "")} detail="thumb" />
                </span>
                <span className="grow">
                  {items.map(({ meal, name, qty }) => (
                    <span key={meal}>
                      <span className="sm m clamp2">
                        {qty > 1 && `${qty} × `}
                        {name}
                      </span>
                      <DietMarks warning={warned(meal)} />
                    </span>
                  ))}
                  <span className="xs t3">{shortDay(date)}</span>
                </span>
                <span className="num sm b">{formatPlain(employee_share)}</span>
              </li>
            ))}
          </ul>
          <div className="mt4">
            <SplitBar parts={splitOf(quote)} />
          </div>
          <div className="sm mt3">
            <Sums quote={quote} />
          </div>
          <NutritionSum days={days} menu={menu} />
        </>
      )}
      {next ? (
        <>
          <Button look="pri" size="lg" full after="arrow" className="mt4" onClick={() => onChoose(next)}>
            {mealsWords.next(longDay(next))}
          </Button>
          {filled.length > 0 && (
            <Button look="ghost" full className="mt2" to={checkout}>
              {mealsWords.checkoutDays(filled.length)}
            </Button>
          )}
        </>
      ) : (
        filled.length > 0 && (
          <Button look="pri" size="lg" full after="arrow" className="mt4" to={checkout}>
            {mealsWords.checkoutDays(filled.length)}
          </Button>
        )
      )}
    </aside>
  );
}

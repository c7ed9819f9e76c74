import "#pwa/employee/choose/choosing.css";
import { noFilters } from "#pwa/employee/choose/choices";
import { dietOf, warningOf } from "#pwa/employee/choose/diet";
import { DietMarks } from "#pwa/employee/choose/diet-marks";
import { dietWords } from "#pwa/i18n/diet";
import { dayAndDate } from "#pwa/i18n/say-day";
import { mealOf } from "#pwa/menu/meals-on";
import { useSession } from "#pwa/offline/session";
import type { DraftItem, MenuWeek } from "#pwa/offline/wire";

type Props = { days: readonly { date: string; items: readonly DraftItem[] }[]; menu?: MenuWeek };

/** Lists the meals in the order that conflict with the person's diet, or may do so because data is missing. */
export function AgainstDiet({ days, menu }: Props) {
  const diet = dietOf(useSession((session) => session.profile));
  const found = days.flatMap(({ date, items }) =>
    items.flatMap(({ meal: id }) => {
      const meal = menu && mealOf(menu, id);
      const warning = meal && warningOf(meal, noFilters, diet);
      return warning ? [{ date, id, name: meal.name, warning }] : [];
    }),
  );
  if (found.length === 0) return null;
  return (
    <section className="against" aria-label={dietWords.look}>
      <p className="sm b">{dietWords.look}</p>
      <ul>
        {found.map(({ date, id, name, warning }) => (
          <li key={`${date} ${id}`} className="mt2">
            <p className="sm">
              {dayAndDate(date)} · {name}
            </p>
            <DietMarks warning={warning} />
          </li>
        ))}
      </ul>
    </section>
  );
}

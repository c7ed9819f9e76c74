import { nutritionOf } from "#pwa/employee/choose/nutrition";
import { dietWords } from "#pwa/i18n/diet";
import { locale } from "#pwa/i18n/locale";
import { mealsWords } from "#pwa/i18n/meals";
import { mealOf } from "#pwa/menu/meals-on";
import type { Day } from "#pwa/offline/use-day";
import type { MenuWeek } from "#pwa/offline/wire";

const whole = new Intl.NumberFormat(locale);

/** What the chosen lunches give together, and honestly which of them are not in it. */
export function NutritionSum({ days, menu }: { days: readonly Day[]; menu?: MenuWeek }) {
  const items = days.flatMap((day) => day.draft?.items ?? []);
  if (!menu || items.length === 0) return null;
  const { kcal, protein, carbohydrate, fat, counted, missing } = nutritionOf(items, (id) => mealOf(menu, id));
  const grams = (n: number) => mealsWords.grams(whole.format(n));
  const parts = [
    [dietWords.energy, whole.format(kcal)],
    [dietWords.protein, grams(protein)],
    [dietWords.carbs, grams(carbohydrate)],
    [dietWords.fat, grams(fat)],
  ] as const;
  return (
    <section className="nutrition mt4" aria-label={dietWords.nutrition}>
      <p className="xs t2">
        {dietWords.nutrition} <span className="t3">{dietWords.lunches(counted)}</span>
      </p>
      {counted > 0 && (
        <dl className="mt2">
          {parts.map(([label, value]) => (
            <div key={label}>
              <dt className="xs t2">{label}</dt>
              <dd className="num b sm">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {missing > 0 && <p className="xs t2 mt2">{dietWords.noNutrition(missing)}</p>}
    </section>
  );
}

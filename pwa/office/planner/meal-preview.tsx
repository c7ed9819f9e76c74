import { formatAed } from "#pwa/i18n/amounts";
import { bookWords as words } from "#pwa/i18n/book";
import { menuWords } from "#pwa/i18n/menu";
import { MealCard } from "#pwa/menu/meal-card";
import { MealDetail } from "#pwa/menu/meal-detail";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { Meal } from "#pwa/offline/wire";

/** A meal as employees come across it: on the menu, opened, and beside its name. */
export function MealPreview({ meal, cuisine }: { meal: Meal; cuisine?: string }) {
  const shown = { ...meal, name: meal.name || words.unnamed };
  return (
    <section className="bkpreview" aria-label={words.preview}>
      <h2 className="h3">{words.preview}</h2>
      <div className="bksmall mt3">
        <div>
          <p className="xs t2">{words.asCard}</p>
          <MealCard meal={shown} foot={<b>{formatAed(meal.price)}</b>} />
        </div>
        <div>
          <p className="xs t2">{words.asLine}</p>
          <div className="row g3 card pad">
            <span className="bkthumb">
              <MealPicture meal={shown} detail="thumb" look="round" />
            </span>
            <span className="clamp2 sm">{shown.name}</span>
          </div>
          {meal.name_ar && (
            <p className="bkarabic mt3" dir="rtl" lang="ar">
              {meal.name_ar}
            </p>
          )}
        </div>
      </div>
      <p className="xs t2 mt4">{words.asDetail}</p>
      <div className="card pad bkdetail">
        <MealDetail meal={shown} cuisine={cuisine} prices={[{ label: menuWords.menuPrice, fils: meal.price }]} />
      </div>
    </section>
  );
}

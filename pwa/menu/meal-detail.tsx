import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { foodName } from "#pwa/i18n/food";
import { mealsWords } from "#pwa/i18n/meals";
import { menuWords } from "#pwa/i18n/menu";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { Meal, Presence } from "#pwa/offline/wire";
import { Icon } from "#pwa/ui/icon";
import "#pwa/menu/menu.css";

/** One line of the price: `less` is taken off, `total` is what it comes to. */
export type PriceLine = { label: string; fils: number; kind?: "less" | "total" };

type Props = { meal: Meal; cuisine?: string; prices: PriceLine[] };

/** Everything about one meal. */
export const MealDetail = ({ meal, cuisine, prices }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <div className="mealdetail" tabIndex={0}>
    <div className="big">
      <MealPicture meal={meal} />
    </div>
    <p className="h2 mt4" aria-hidden="true">
      {meal.name}
    </p>
    {meal.description && <p className="t2 mt2">{meal.description}</p>}
    <p className="tags row wrap g2 mt3">
      {meal.new && (
        <span className="pop">
          <Icon name="spark" size="xs" />
          {mealsWords.isNew}
        </span>
      )}
      {cuisine && <span className="st">{cuisine}</span>}
      {meal.diets.map((diet) => (
        <span key={diet} className="st ok">
          {foodName(diet)}
        </span>
      ))}
    </p>
    <dl className="mac mt4">
      <Macro value={String(meal.kcal)} label={mealsWords.kcalWord} />
      <Macro value={mealsWords.grams(meal.protein)} label={mealsWords.proteinWord} />
      <Macro value={mealsWords.grams(meal.carbohydrate)} label={menuWords.carbs} />
      <Macro value={mealsWords.grams(meal.fat)} label={mealsWords.fat} />
    </dl>
    <Allergens allergens={meal.allergens} />
    <dl className="dl mt4 sm">
      {prices.map(({ label, fils, kind }) => (
        <div key={label} className={kind === "less" ? "neg" : kind === "total" ? "b sum" : undefined}>
          <dt className={kind ? undefined : "t2"}>{label}</dt>
          <dd>{kind === "less" ? formatPlain(fils, "−") : formatAed(fils)}</dd>
        </div>
      ))}
    </dl>
  </div>
);

const Macro = ({ value, label }: { value: string; label: string }) => (
  <div>
    <dt className="xs t2">{label}</dt>
    <dd>{value}</dd>
  </div>
);

function Allergens({ allergens }: { allergens: Meal["allergens"] }) {
  const having = (presence: Presence) => Object.keys(allergens).filter((name) => allergens[name] === presence);
  const contains = having("contains");
  const may = having("may_contain");
  const unknown = having("no_data");
  return (
    <section className={`banner round mt4${contains.length > 0 ? " warn" : ""}`} aria-label={menuWords.allergens}>
      <Icon name={contains.length > 0 ? "alert" : "info"} />
      <span className="grow">
        {contains.length > 0 && <b>{mealsWords.contains(contains)}</b>}
        {may.length > 0 && <span className="line">{mealsWords.mayContain(may)}</span>}
        {unknown.length > 0 && <span className="line">{mealsWords.noData(unknown)}</span>}
        <span className="line">{menuWords.allergenNote}</span>
      </span>
    </section>
  );
}

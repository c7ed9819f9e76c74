import { useMemo, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { ownName } from "#pwa/i18n/food";
import { shopWords } from "#pwa/i18n/pos";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { Meal, TillMenuDay } from "#pwa/offline/wire";
import { addMeal, useCart } from "#pwa/till/cart";
import { sayMoment } from "#pwa/till/say-time";
import type { TillDb } from "#pwa/till/till-db";
import type { Kept } from "#pwa/till/use-kept";
import { useLive } from "#pwa/till/use-live";
import { Banner } from "#pwa/ui/banner";
import { Chip } from "#pwa/ui/chip";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon } from "#pwa/ui/icon";

type Props = { db: TillDb; kept: Kept; day?: TillMenuDay; now: number; today: string; onAdd: () => void };

const aDay = 24 * 3_600_000;

/** The meals of the day: found by name, sifted by kind, and in the cart with a tap. */
export function MealGrid({ db, kept, day, now, today, onAdd }: Props) {
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<number | null>(null);
  const menu = useLive(async () => (day ? ((await db.menus.get(day.hash))?.menu ?? null) : null), [db, day?.hash]);
  const known = useMemo(() => new Map(menu?.meals.map((meal) => [meal.id, meal])), [menu]);
  const meals = day?.meals ?? [];
  const kinds = menu?.cuisines.filter(({ id }) => meals.some(({ cuisine }) => cuisine === id)) ?? [];
  const wanted = search.trim().toLowerCase();
  const shown = meals.filter(
    ({ name, name_ar, cuisine }) =>
      (kind === null || cuisine === kind) && `${name} ${name_ar ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <section className="shop-meals" aria-label={shopWords.meals}>
      <div className="shop-find">
        <label className="inp">
          <Icon name="search" size="s" />
          <input
            type="search"
            aria-label={shopWords.find}
            placeholder={shopWords.find}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        {kinds.length > 1 && (
          <fieldset className="chips" aria-label={shopWords.kinds}>
            <Chip ink on={kind === null} onClick={() => setKind(null)}>
              {shopWords.all}
            </Chip>
            {kinds.map((cuisine) => (
              <Chip key={cuisine.id} ink on={kind === cuisine.id} onClick={() => setKind(cuisine.id)}>
                {ownName(cuisine)}
              </Chip>
            ))}
          </fieldset>
        )}
        {kept.terms && <span className="xs t3 shop-age">{shopWords.menuOf(sayMoment(kept.termsAt, today))}</span>}
      </div>
      {kept.terms && now - kept.termsAt > aDay && (
        <Banner tone="warn" icon="clock" round>
          {shopWords.oldMenu(sayMoment(kept.termsAt, today))}
        </Banner>
      )}
      <div className="shop-scroll">
        {!kept.terms ? (
          <EmptyState icon="menu" title={shopWords.noTerms}>
            {shopWords.noTermsText}
          </EmptyState>
        ) : meals.length === 0 ? (
          <EmptyState icon="plate" title={shopWords.noMeals}>
            {shopWords.noMealsText}
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState icon="search" title={shopWords.noneFound} />
        ) : (
          <div className="shop-grid">
            {shown.map((meal) => (
              <MealTile
                key={meal.id}
                id={meal.id}
                name={ownName(meal)}
                price={meal.price}
                meal={known.get(meal.id)}
                onAdd={onAdd}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

type Tile = { id: string; name: string; price: number; meal?: Meal; onAdd: () => void };

function MealTile({ id, name, price, meal, onAdd }: Tile) {
  const qty = useCart(({ lines }) => lines.find((line) => line.meal === id)?.qty ?? 0);
  return (
    <button
      type="button"
      className={`shop-tile${qty > 0 ? " on" : ""}`}
      aria-label={shopWords.add(name, formatAed(price), qty)}
      onClick={() => {
        addMeal(id);
        onAdd();
      }}
    >
      <MealPicture meal={meal} />
      {qty > 0 && <span className="q">{qty}</span>}
      <span className="pn clamp2">{name}</span>
      <span className="num b sm">{formatAed(price)}</span>
    </button>
  );
}

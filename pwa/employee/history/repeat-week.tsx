import { AgainstDiet } from "#pwa/employee/checkout/against-diet";
import { noFilters, useChoices } from "#pwa/employee/choose/choices";
import { dietOf, strictly } from "#pwa/employee/choose/diet";
import { countsOf, isWorth, repeatOf } from "#pwa/employee/history/repeat";
import { saySwap } from "#pwa/employee/history/say-swap";
import { useRepeating } from "#pwa/employee/history/use-repeating";
import { historyWords } from "#pwa/i18n/history";
import { mealsWords } from "#pwa/i18n/meals";
import { dayOfMonth, shortDay, weekLabel } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { mealOf } from "#pwa/menu/meals-on";
import { useMenus } from "#pwa/menu/use-menus";
import type { OfferedWeek } from "#pwa/menu/use-offered";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useLive } from "#pwa/offline/use-live";
import { useOrders } from "#pwa/offline/use-orders";
import { priceQuote } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { Plate } from "#pwa/ui/plate";
import { Price } from "#pwa/ui/price";

const words = historyWords.repeated;

/**
 * The last week once more, for a week in which nothing is chosen: its plates, how many are new, what it costs, and the way to pay.
 * Only where most of it can be had again.
 */
export function RepeatWeek({ week }: { week: OfferedWeek }) {
  const orders = useOrders();
  const menus = useMenus();
  const live = useLive();
  const choices = useChoices();
  const profile = useSession((session) => session.profile);
  const now = useServerNow();
  const { busy, repeat } = useRepeating();
  if (!orders || !menus || !live || !profile) return null;
  const found = repeatOf({
    week,
    orders,
    menus,
    live,
    filters: strictly(choices?.filters ?? noFilters, dietOf(profile)),
  });
  if (!found || !isWorth(found)) return null;
  const { days, swaps, from } = found;
  const quote = priceQuote({ days, menu: menus, terms: termsOf(profile), live, use_wallet: false, now });
  const { meals, fresh } = countsOf(found);
  const menu = menus[week.value];
  const least = quote.issues.find(({ code }) => code === "too_few_days")?.to;
  return (
    <section className="repeat" aria-labelledby="repeat-week">
      <h2 id="repeat-week">{words.title(weekLabel(from))}</h2>
      <div className="plates">
        {days.map(({ date, items }) => {
          const fresh = swaps.some((swap) => swap.date === date);
          const said = items.map(({ meal, qty }) => mealsWords.portions((menu && mealOf(menu, meal)?.name) ?? "", qty));
          return (
            <Plate
              key={date}
              state={fresh ? "swapped" : "filled"}
              day={shortDay(date)}
              number={dayOfMonth(date)}
              label={[...said, fresh && words.isNew].filter(Boolean).join(", ")}
              times={items.reduce((sum, { qty }) => sum + qty, 0)}
            >
              <MealPicture meal={menu && mealOf(menu, items[0]?.meal ?? "")} detail="thumb" look="round" />
            </Plate>
          );
        })}
      </div>
      {fresh > 0 && (
        <details className="swaps sm">
          <summary>{words.fresh(fresh, meals)}</summary>
          <ul className="t2">
            {swaps.map((swap) => (
              <li key={`${swap.date} ${swap.old}`}>{saySwap(swap)}</li>
            ))}
          </ul>
        </details>
      )}
      <AgainstDiet days={days} menu={menu} />
      <div className="row between wrap">
        <Price label={words.pays(days.length)} fils={quote.employee_share} big />
        {quote.company_share > 0 && (
          <div className="end">
            <Price label={words.company} fils={quote.company_share} />
          </div>
        )}
      </div>
      {least !== undefined && <p className="sm t2">{words.short(least)}</p>}
      <Button look="pri" size="lg" full icon="repeat" busy={busy} onClick={() => void repeat(found, week.value)}>
        {words.review}
      </Button>
    </section>
  );
}

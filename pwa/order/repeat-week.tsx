import { noFilters, useChoices } from "#pwa/draft/choices";
import { dietOf, strictly } from "#pwa/draft/diet";
import { useLive } from "#pwa/draft/use-live";
import type { OfferedWeek } from "#pwa/draft/use-offered";
import { historyWords } from "#pwa/i18n/history";
import { useMenus } from "#pwa/menu/use-menus";
import { AgainstDiet } from "#pwa/order/against-diet";
import { repeatOf } from "#pwa/order/repeat";
import { saySwap } from "#pwa/order/say-swap";
import { useOrders } from "#pwa/order/use-orders";
import { useRepeating } from "#pwa/order/use-repeating";
import { priceQuote } from "#pwa/rules/quote/quote";
import { weekLabel } from "#pwa/rules/week/weeks";
import { termsOf, useSession } from "#pwa/session";
import { useServerNow } from "#pwa/sync/server-now";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Price } from "#pwa/ui/price";

const said = historyWords.repeated;

/** The last week once more, for a week in which nothing is chosen: what was swapped, what it costs, and the way to pay. */
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
  if (!found) return null;
  const { days, swaps, from } = found;
  const quote = priceQuote({ days, menu: menus, terms: termsOf(profile), live, use_wallet: false, now });
  const least = quote.issues.find(({ code }) => code === "too_few_days")?.to;
  return (
    <section className="repeat" aria-labelledby="repeat-week">
      <p className="cap">{said.same(weekLabel(from))}</p>
      <h2 id="repeat-week">{said.title}</h2>
      {swaps.map((swap) => (
        <Banner key={`${swap.date} ${swap.old}`} round tone="sync" icon="swap">
          {saySwap(swap)}
        </Banner>
      ))}
      <AgainstDiet days={days} menu={menus[week.value]} />
      <div className="row between">
        <Price label={said.pays(days.length)} fils={quote.employee_share} big />
        {quote.company_share > 0 && (
          <div className="end">
            <Price label={said.company} fils={quote.company_share} />
          </div>
        )}
      </div>
      {least !== undefined && <p className="sm t2">{said.short(least)}</p>}
      <Button look="pri" size="lg" full icon="repeat" busy={busy} onClick={() => void repeat(found, week.value)}>
        {said.review}
      </Button>
    </section>
  );
}

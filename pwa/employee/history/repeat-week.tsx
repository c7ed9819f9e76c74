import { AgainstDiet } from "#pwa/employee/checkout/against-diet";
import { noFilters, useChoices } from "#pwa/employee/choose/choices";
import { dietOf, strictly } from "#pwa/employee/choose/diet";
import { repeatOf } from "#pwa/employee/history/repeat";
import { saySwap } from "#pwa/employee/history/say-swap";
import { useRepeating } from "#pwa/employee/history/use-repeating";
import { historyWords } from "#pwa/i18n/history";
import { useMenus } from "#pwa/menu/use-menus";
import type { OfferedWeek } from "#pwa/menu/use-offered";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useLive } from "#pwa/offline/use-live";
import { useOrders } from "#pwa/offline/use-orders";
import { priceQuote } from "#pwa/rules/quote/quote";
import { weekLabel } from "#pwa/rules/week/weeks";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Price } from "#pwa/ui/price";

const words = historyWords.repeated;

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
      <p className="cap">{words.same(weekLabel(from))}</p>
      <h2 id="repeat-week">{words.title}</h2>
      {swaps.map((swap) => (
        <Banner key={`${swap.date} ${swap.old}`} round tone="sync" icon="swap">
          {saySwap(swap)}
        </Banner>
      ))}
      <AgainstDiet days={days} menu={menus[week.value]} />
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

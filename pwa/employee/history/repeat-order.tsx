import { AgainstDiet } from "#pwa/employee/checkout/against-diet";
import { noFilters, useChoices } from "#pwa/employee/choose/choices";
import { dietOf, strictly } from "#pwa/employee/choose/diet";
import { repeatOf } from "#pwa/employee/history/repeat";
import { revived } from "#pwa/employee/history/revived";
import { saySwap } from "#pwa/employee/history/say-swap";
import { useRepeating } from "#pwa/employee/history/use-repeating";
import { historyWords } from "#pwa/i18n/history";
import { shortDay } from "#pwa/i18n/say-day";
import { useMenus } from "#pwa/menu/use-menus";
import { type OfferedWeek, useOffered } from "#pwa/menu/use-offered";
import { useSession } from "#pwa/offline/session";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import type { Order } from "#pwa/offline/wire";
import { mondayOf } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";

const words = historyWords;

/**
 * An order once more, in the first week in which nothing is chosen or ordered yet. A cancelled one comes back to its own days as long
 * as they are open and nothing else is meant for them.
 */
export function RepeatOrder({ order }: { order: Order }) {
  const weeks = useOffered();
  const drafts = useDraftDays();
  const menus = useMenus();
  const live = useLive();
  const choices = useChoices();
  const profile = useSession((session) => session.profile);
  const { busy, repeat } = useRepeating();
  if (!drafts || !menus || !live) return null;
  const filters = strictly(choices?.filters ?? noFilters, dietOf(profile));
  const over = order.status === "Cancelled" || order.status === "Refunded";
  const orders = [{ ...(over ? revived(order) : order), status: "Completed" as const }];
  const repeated = (week?: OfferedWeek) => {
    const found = week && repeatOf({ week, orders, menus, live, filters, from: order.week });
    return found && { week, found };
  };
  const meant = new Set(drafts.map(({ date }) => date));
  const begun = new Set([...drafts.map(({ date }) => mondayOf(date)), order.week]);
  const own = over ? repeated(weeks.find(({ value }) => value === order.week)) : undefined;
  const back = own && !own.found.days.some(({ date }) => meant.has(date));
  const once = back
    ? own
    : repeated(
        weeks.find(
          ({ value, days }) =>
            !begun.has(value) &&
            days.every(({ why }) => why !== "taken") &&
            days.some(({ offered }) => offered) &&
            menus[value],
        ),
      );
  if (!once) return null;
  const { week, found } = once;
  return (
    <div>
      <Button look="soft" icon="repeat" busy={busy} onClick={() => void repeat(found, week.value)}>
        {back ? words.back : words.again}
      </Button>
      <p className="xs t3 mt2">
        {back ? words.backText(found.days.map(({ date }) => shortDay(date))) : words.againText(week.label)}
        {found.swaps.map((swap) => (
          <span key={`${swap.date} ${swap.old}`} className="blk">
            {saySwap(swap)}
          </span>
        ))}
      </p>
      <AgainstDiet days={found.days} menu={menus[week.value]} />
    </div>
  );
}

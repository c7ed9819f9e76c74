import { noFilters, useChoices } from "#pwa/draft/choices";
import { dietOf, strictly } from "#pwa/draft/diet";
import { useDraftDays } from "#pwa/draft/useDraftDays";
import { useLive } from "#pwa/draft/useLive";
import { useOffered } from "#pwa/draft/useOffered";
import { useMenus } from "#pwa/menu/useMenus";
import { repeatOf } from "#pwa/order/repeat";
import { saySwap } from "#pwa/order/saySwap";
import { useRepeating } from "#pwa/order/useRepeating";
import { useSession } from "#pwa/session";
import { Button } from "#pwa/ui/Button";
import { mondayOf } from "#pwa/week/date";
import type { Order } from "#pwa/wire";
import { historyWords } from "#pwa/words/history";

const said = historyWords;

/** An order once more, in the first week in which nothing is chosen or ordered yet. */
export function RepeatOrder({ order }: { order: Order }) {
  const weeks = useOffered();
  const drafts = useDraftDays();
  const menus = useMenus();
  const live = useLive();
  const choices = useChoices();
  const profile = useSession((session) => session.profile);
  const { busy, repeat } = useRepeating();
  if (!drafts || !menus || !live) return null;
  const begun = new Set([...drafts.map(({ date }) => mondayOf(date)), order.week]);
  const week = weeks.find(
    ({ value, days }) =>
      !begun.has(value) &&
      days.every(({ why }) => why !== "taken") &&
      days.some(({ offered }) => offered) &&
      menus[value],
  );
  const filters = strictly(choices?.filters ?? noFilters, dietOf(profile));
  const found =
    week && repeatOf({ week, orders: [{ ...order, status: "Completed" }], menus, live, filters, from: order.week });
  if (!week || !found) return null;
  return (
    <div>
      <Button look="soft" icon="repeat" busy={busy} onClick={() => void repeat(found, week.value)}>
        {said.again}
      </Button>
      <p className="xs t3 mt2">
        {said.againText(week.label)}
        {found.swaps.map((swap) => (
          <span key={`${swap.date} ${swap.old}`} className="blk">
            {saySwap(swap)}
          </span>
        ))}
      </p>
    </div>
  );
}

import { closingTime } from "#pwa/i18n/closing-time";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import { syncWords as words } from "#pwa/i18n/sync";
import { MealPicture } from "#pwa/menu/meal-picture";
import { closesAt } from "#pwa/rules/week/closes-at";
import type { Kept } from "#pwa/sync-status/use-kept";
import { savedAt } from "#pwa/sync-status/waiting-since";
import { StatusChip } from "#pwa/ui/status-chip";

/** The days that wait, as they will be sent, each with its age and until when it must be there. */
export function WaitingDays({ kept, now }: { kept: Kept; now: number }) {
  // A later change of a day replaces the earlier one whole; it has been waiting since the first.
  const days = new Map<string, { items: Kept["ops"][0]["a"]["items"]; since: number }>();
  for (const op of kept.ops) {
    const { date, items } = op.a;
    days.set(date, { items, since: Math.min(savedAt(op), days.get(date)?.since ?? Number.POSITIVE_INFINITY) });
  }
  return (
    <ul className="list" aria-label={words.waitingDays}>
      {[...days]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([date, { items, since }]) => {
          const names = items.map(({ meal, qty }) =>
            dashboardWords.portions(kept.mealOf(meal)?.name ?? dashboardWords.unknownMeal, qty),
          );
          const open = closesAt(date) > now;
          return (
            <li key={date} className="li">
              <span className="thumb">
                <MealPicture meal={items[0] && kept.mealOf(items[0].meal)} detail="thumb" />
              </span>
              <span className="grow">
                <span className="xs b t3 blk">{dayAndDate(date)}</span>
                <span className="m blk clamp2">{names.length > 0 ? dashboardWords.meals(names) : words.cleared}</span>
                <span className="row wrap g2">
                  <StatusChip tone="info" icon="cloudup">
                    {words.chips.waiting}
                  </StatusChip>
                  <span className="xs t3">{words.age(Math.max(0, Date.now() - since))}</span>
                </span>
                {items.length > 0 && (
                  <span className={`xs blk ${open ? "t2" : "danger"}`}>
                    {open ? words.keep(closingTime(date), longDay(date)) : words.tooLate(longDay(date))}
                  </span>
                )}
              </span>
            </li>
          );
        })}
    </ul>
  );
}

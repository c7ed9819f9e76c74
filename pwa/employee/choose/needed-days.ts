import type { OfferedWeek } from "#pwa/menu/use-offered";
import { minNumDays } from "#pwa/rules/week/weeks";

/**
 * Returns how many days a person must choose in a week. Days that already hold a delivery count toward the minimum, and
 * when fewer days are open, those are enough.
 */
export function neededDays(week: OfferedWeek, minimumDay: number | null): number {
  const least = minimumDay && minimumDay > 0 ? minimumDay : minNumDays;
  const taken = week.days.filter((day) => day.why === "taken").length;
  const open = week.days.filter((day) => day.offered).length;
  return Math.max(0, Math.min(least - taken, open));
}

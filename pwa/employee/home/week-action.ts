import type { OfferedDay } from "#pwa/menu/use-offered";
import type { Day } from "#pwa/offline/use-day";

/** The one thing to do next in a week, and what else is possible. */
export type WeekAction = {
  /** order: nothing chosen yet · goOn: too little chosen to order it · checkout: enough is chosen. */
  kind: "order" | "goOn" | "checkout";
  /** Dates: the empty ones to choose for, or the chosen ones to pay for. */
  dates: string[];
  /** Empty days that could join a week that can already be paid. */
  more: string[];
};

/** Days that hold a choice which is not ordered and still can be. */
export const chosenDates = (days: readonly Day[]) =>
  days
    .filter(
      ({ state, open, why }) => open && ["filled", "waiting", "needs-you"].includes(state) && why !== "payment_failed",
    )
    .map(({ date }) => date);

/** What the week's main button does; null when there is nothing left to do. */
export function weekAction(days: readonly Day[], offered: readonly OfferedDay[], enough: boolean): WeekAction | null {
  const free = new Set(offered.filter((day) => day.offered).map(({ date }) => date));
  const empty = days
    .filter(({ date, state, open }) => state === "empty" && open && free.has(date))
    .map(({ date }) => date);
  const chosen = chosenDates(days);
  if (chosen.length > 0 && (enough || empty.length === 0)) return { kind: "checkout", dates: chosen, more: empty };
  if (empty.length === 0) return null;
  return { kind: chosen.length > 0 ? "goOn" : "order", dates: empty, more: [] };
}

import { useMemo } from "react";
import { weekLabel } from "#pwa/i18n/say-day";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useRows } from "#pwa/offline/sync/use-rows";
import { closesAt } from "#pwa/rules/week/closes-at";
import { addDays } from "#pwa/rules/week/date";
import { minWeekStartDate, referenceDate, upcomingWeeks, weekdaysOf } from "#pwa/rules/week/weeks";

export type OfferedDay = {
  date: string;
  offered: boolean;
  /** Why it is not offered. */
  why?: "past" | "closed" | "taken" | "unserved" | "full";
  /** Until when it can be ordered or changed, ms. */
  cutoff: number;
};

/** Monday to Friday, all five. */
export type OfferedWeek = { value: string; label: string; days: OfferedDay[] };

/** Returns the weeks that can be ordered at an instant, with their days. */
export function offeredAt(
  now: number,
  taken: readonly string[],
  closed: readonly string[],
  unserved: readonly string[] = [],
  full: readonly string[] = [],
): OfferedWeek[] {
  const ref = referenceDate(now);
  return upcomingWeeks(ref, minWeekStartDate).map((value) => {
    const open = weekdaysOf(value, ref, minWeekStartDate, taken, closed);
    const days = [0, 1, 2, 3, 4].map((i): OfferedDay => {
      const date = addDays(value, i);
      const cutoff = closesAt(date);
      if (taken.includes(date)) return { date, offered: false, why: "taken", cutoff };
      if (closed.includes(date)) return { date, offered: false, why: "closed", cutoff };
      if (!open.includes(date) || now >= cutoff) return { date, offered: false, why: "past", cutoff };
      const why = unserved.includes(date) ? "unserved" : full.includes(date) ? "full" : undefined;
      return why ? { date, offered: false, why, cutoff } : { date, offered: true, cutoff };
    });
    return { value, label: weekLabel(value), days };
  });
}

/** The four weeks that are offered now, by the server's clock as far as it is known. */
export function useOffered(): OfferedWeek[] {
  const now = useServerNow();
  const live = useRows()?.live;
  return useMemo(() => offeredAt(now, live?.taken ?? [], live?.closed ?? [], live?.unserved, live?.full), [now, live]);
}

import { startOf } from "#pwa/rules/week/date";

/** A bound as it may come from configuration: "2025-09-11 00:00:00" in Dubai, empty for open, or missing. */
export type Bound = string | null | undefined;

/**
 * Whether now (ms) lies between two bounds, both included. Two empty bounds accept; otherwise it refuses when neither
 * bound is given, as when one is empty and one is missing, or when one cannot be read.
 */
export function inWindow(start: Bound, end: Bound, now: number): boolean {
  if (start === "" && end === "") return true;
  if (!start && !end) return false;
  // A bound that cannot be read is NaN, and every comparison with NaN is false.
  return (!start || instantOf(start) <= now) && (!end || instantOf(end) >= now);
}

function instantOf(bound: string): number {
  const parts = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(bound);
  if (!parts?.[1]) return Number.NaN;
  const start = startOf(parts[1]);
  // Some engines read 30 February as 2 March.
  if (Number.isNaN(start) || new Date(`${parts[1]}T00:00:00Z`).toISOString().slice(0, 10) !== parts[1])
    return Number.NaN;
  return start + (Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4])) * 1000;
}

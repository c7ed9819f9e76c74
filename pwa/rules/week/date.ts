/** Calendar dates in Dubai as "2026-11-23", which compare with < and ===. Nothing here depends on the device's time zone. */

const DAY = 86_400_000;
const DUBAI = 4 * 3_600_000;

/** The date so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The Monday of the date's week, which is the week's name everywhere. */
export function mondayOf(date: string): string {
  return addDays(date, -weekdayOf(date));
}

/** The date in Dubai at an instant in ms. */
export function dateAt(now: number): string {
  return new Date(now + DUBAI).toISOString().slice(0, 10);
}

/** The instant in ms at which a date begins in Dubai. */
export function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - DUBAI;
}

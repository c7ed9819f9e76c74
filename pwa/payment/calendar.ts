import { closingTime } from "#pwa/i18n/closing-time";
import { mealsWords } from "#pwa/i18n/meals";
import { paymentWords } from "#pwa/i18n/payment";
import type { Order } from "#pwa/offline/wire";
import { addDays, startOf } from "#pwa/rules/week/date";

type Where = { window?: string | null; hours?: Readonly<Record<string, string>>; place?: string; now: number };

/**
 * The lunches of an order that will come, as an iCalendar file (RFC 5545) made on this device. A delivery keeps its UID, so that a file
 * of the changed order replaces its entry instead of adding one.
 */
export function calendarOf({ deliveries, version }: Order, { window, hours, place, now }: Where): string {
  const events = deliveries
    .filter(({ cancelled }) => !cancelled)
    .flatMap(({ id, delivery_date: date, items }) => [
      "BEGIN:VEVENT",
      `UID:${id}@sahn`,
      `DTSTAMP:${stamp(now)}`,
      `SEQUENCE:${version}`,
      ...timesOf(date, hours?.[date] ?? window),
      `SUMMARY:${text(paymentWords.lunch(items.map(({ name, qty }) => mealsWords.portions(name, qty))))}`,
      ...(place ? [`LOCATION:${text(place)}`] : []),
      `DESCRIPTION:${text(paymentWords.changeUntil(closingTime(date)))}`,
      "END:VEVENT",
    ]);
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sahn//Lunch//EN", ...events, "END:VCALENDAR"];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** "20261130T081500Z" */
const stamp = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");
const text = (plain: string) => plain.replaceAll(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

/** From and to of a window such as "12:15–12:45" in Dubai; the whole day without one. */
function timesOf(date: string, window?: string | null): string[] {
  const [from, to] = [...(window ?? "").matchAll(/(\d{1,2}):(\d{2})/g)].map(
    ([, hours, minutes]) => startOf(date) + (Number(hours) * 60 + Number(minutes)) * 60_000,
  );
  if (from !== undefined && to !== undefined) return [`DTSTART:${stamp(from)}`, `DTEND:${stamp(to)}`];
  const day = (one: string) => one.replaceAll("-", "");
  return [`DTSTART;VALUE=DATE:${day(date)}`, `DTEND;VALUE=DATE:${day(addDays(date, 1))}`];
}

/** Lines are at most 75 octets; the rest goes on in the next one, after a space. */
function folded(line: string): string {
  const rows = [""];
  let octets = 0;
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (octets + size > 74) {
      rows.push("");
      octets = 0;
    }
    rows[rows.length - 1] += sign;
    octets += size;
  }
  return rows.join("\r\n ");
}

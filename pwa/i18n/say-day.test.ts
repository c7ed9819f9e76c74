import { expect, test } from "vitest";
import { clockAt, dayAndDate, lastMinute, longDate, momentAt } from "#pwa/i18n/say-day";
import { cutoffOf } from "#pwa/rules/week/cutoff";

const dubai = (text: string) => Date.parse(`${text}+04:00`);

test("a date is said short and long", () => {
  expect(dayAndDate("2026-11-09")).toBe("Mon 9 Nov");
  expect(longDate("2026-11-30")).toBe("Monday 30 November");
});

test("a cut-off is said as the last minute before it, in Dubai", () => {
  expect(lastMinute(cutoffOf("2026-11-30"))).toBe("Sat 28, 23:59");
});

test("a moment near now is said by its day, across midnight in Dubai", () => {
  const now = dubai("2026-11-23T00:30:00");
  expect(momentAt(dubai("2026-11-23T00:05:00"), now)).toBe("today at 0:05");
  expect(momentAt(dubai("2026-11-22T23:59:00"), now)).toBe("yesterday at 23:59");
  expect(momentAt(dubai("2026-11-20T08:14:00"), now)).toBe("Fri 20 Nov at 8:14");
});

test("minutes keep two digits", () => expect(clockAt(dubai("2026-11-23T08:04:59"))).toBe("8:04"));

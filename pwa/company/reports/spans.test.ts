import fc from "fast-check";
import { expect, test } from "vitest";
import { sayPart, saySpan } from "#pwa/company/reports/say-part";
import { byOf, bysOf, daysIn, presetOf, presets, spanOf, weeksOf } from "#pwa/company/reports/spans";
import { addDays, weekdayOf } from "#pwa/rules/week/date";

test("each choice means the days that its words say", () => {
  expect(Object.fromEntries(presets.map((preset) => [preset, spanOf(preset, "2026-11-21")]))).toEqual({
    month: { from: "2026-11-01", until: "2026-11-21" },
    lastMonth: { from: "2026-10-01", until: "2026-10-31" },
    quarter: { from: "2026-10-01", until: "2026-11-21" },
    lastQuarter: { from: "2026-07-01", until: "2026-09-30" },
    year: { from: "2026-01-01", until: "2026-11-21" },
    twelve: { from: "2025-11-01", until: "2026-10-31" },
  });
  expect(spanOf("lastQuarter", "2026-02-03")).toEqual({ from: "2025-10-01", until: "2025-12-31" });
  expect(spanOf("lastMonth", "2026-01-31")).toEqual({ from: "2025-12-01", until: "2025-12-31" });
});

test("on any day every choice is a span within 24 months that can be divided, and is known again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), fc.constantFrom(...presets), (days, preset) => {
      const today = addDays("2024-01-01", days);
      const span = spanOf(preset, today);
      expect(span.from <= span.until).toBe(true);
      expect(span.until <= today).toBe(true);
      expect(daysIn(span)).toBeLessThanOrEqual(731);
      expect(bysOf(span)).toContain(byOf(span));
      const known = presetOf(span, today);
      expect(known && spanOf(known, today)).toEqual(span);
    }),
  );
});

test("a calendar begins each of its weeks on Monday", () => {
  const weeks = weeksOf(["2026-11-02", "2026-11-06", "2026-11-14", "2026-11-16"]);
  expect(weeks).toEqual(["2026-11-02", "2026-11-09", "2026-11-16"]);
  expect(weeks.every((monday) => weekdayOf(monday) === 0)).toBe(true);
});

test("spans and parts are said shortly", () => {
  expect(saySpan({ from: "2026-10-01", until: "2026-10-31" })).toBe("October 2026");
  expect(saySpan({ from: "2026-11-01", until: "2026-11-21" })).toBe("1 Nov – 21 Nov 2026");
  expect(saySpan({ from: "2025-11-01", until: "2026-10-31" })).toBe("1 Nov 2025 – 31 Oct 2026");
  expect(sayPart("2026-11-09", "week")).toBe("9 Nov");
  expect(sayPart("2025-11-01", "month")).toBe("Nov 25");
});

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { weekLabel } from "#pwa/i18n/say-day";
import { closesAt, knowEarly } from "#pwa/rules/week/closes-at";
import { cutoffOf, isOpen } from "#pwa/rules/week/cutoff";
import { addDays, dateAt, mondayOf, startOf, weekdayOf } from "#pwa/rules/week/date";
import { periodStart } from "#pwa/rules/week/period";
import { minWeekStartDate, numUpcomingWeeks, referenceDate, upcomingWeeks, weekdaysOf } from "#pwa/rules/week/weeks";
import { inWindow } from "#pwa/rules/week/window";

type Case<T> = T & { name: string };

/** The file that the server's tests read too. */
const cases: {
  reference: Case<{ now: string; want: string }>[];
  upcoming: Case<{ ref: string; min: string; want: { value: string; label: string }[] }>[];
  label: Case<{ week: string; want: string }>[];
  weekdays: Case<{ week: string; ref: string; min: string; taken: string[]; closed: string[]; want: string[] }>[];
  cutoff: Case<{ date: string; early?: Record<string, number>; want: string }>[];
  open: Case<{ date: string; early?: Record<string, number>; now: string; want: boolean }>[];
  window: Case<{ start: string | null; end: string | null; now: string; want: boolean }>[];
  period: Case<{ duration: string; date: string; want: string }>[];
} = JSON.parse(readFileSync(new URL("../../../server/week/testdata/weeks.json", import.meta.url), "utf8"));

describe("the device and the server agree on weeks", () => {
  it.each(cases.reference)("reference: $name", (c) => expect(referenceDate(Date.parse(c.now))).toBe(c.want));
  it.each(cases.upcoming)("upcoming: $name", (c) =>
    expect(upcomingWeeks(c.ref, c.min).map((value) => ({ value, label: weekLabel(value) }))).toEqual(c.want),
  );
  it.each(cases.label)("label: $name", (c) => expect(weekLabel(c.week)).toBe(c.want));
  it.each(cases.weekdays)("weekdays: $name", (c) =>
    expect(weekdaysOf(c.week, c.ref, c.min, c.taken, c.closed)).toEqual(c.want),
  );
  it.each(cases.cutoff)("cut-off: $name", (c) => expect(cutoffOf(c.date, c.early)).toBe(Date.parse(c.want)));
  it.each(cases.open)("open: $name", (c) => expect(isOpen(c.date, Date.parse(c.now), c.early)).toBe(c.want));
  it.each(cases.window)("window: $name", (c) => expect(inWindow(c.start, c.end, Date.parse(c.now))).toBe(c.want));
  it.each(cases.period)("period: $name", (c) => expect(periodStart(c.duration, c.date)).toBe(c.want));

  it("has not lost cases", () => expect(Object.values(cases).flat().length).toBeGreaterThan(140));
});

describe("a day of an order", () => {
  afterEach(() => knowEarly(undefined, []));

  it("closes when it closed as it was ordered, and other days as Ramadan has it", () => {
    const delivery_date = "2027-02-10";
    const cutoff = "2027-02-08T20:00:00Z";
    knowEarly({ [delivery_date]: 12, "2027-02-11": 12 }, [{ deliveries: [{ live: true, delivery_date, cutoff }] }]);
    expect(closesAt(delivery_date)).toBe(Date.parse(cutoff));
    expect(closesAt("2027-02-11")).toBe(cutoffOf("2027-02-11") - 12 * 3_600_000);
    knowEarly({}, [{ deliveries: [{ live: false, delivery_date, cutoff: "2027-02-08T08:00:00Z" }] }]);
    expect(closesAt(delivery_date)).toBe(Date.parse(cutoff));
  });
});

describe("dates", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each(["Pacific/Kiritimati", "America/Los_Angeles", "Asia/Dubai", "Africa/Casablanca"])(
    "are Dubai's on a device in %s",
    (tz) => {
      process.env.TZ = tz;
      const midnight = Date.parse("2026-11-21T20:00:00Z");
      expect([dateAt(midnight - 1), dateAt(midnight)]).toEqual(["2026-11-21", "2026-11-22"]);
      expect(startOf("2026-11-22")).toBe(midnight);
      expect(addDays("2026-03-28", 1)).toBe("2026-03-29");
      expect(mondayOf("2026-11-29")).toBe("2026-11-23");
      expect(weekdayOf("2026-11-23")).toBe(0);
      expect(inWindow("2026-11-22 00:00:00", "", midnight)).toBe(true);
      expect(inWindow("2026-11-22 00:00:00", "", midnight - 1)).toBe(false);
    },
  );

  const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });

  it("begin at or before every instant that they hold", () => {
    fc.assert(
      fc.property(instants, (now) => {
        const date = dateAt(now);
        expect(startOf(date)).toBeLessThanOrEqual(now);
        expect(startOf(addDays(date, 1))).toBeGreaterThan(now);
      }),
    );
  });

  it("are offered exactly while they are open weekdays", () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2100, 0, 1) }), (now) => {
        const ref = referenceDate(now);
        const weeks = upcomingWeeks(ref, minWeekStartDate);
        expect(weeks).toHaveLength(numUpcomingWeeks);
        const offered = weeks.flatMap((value) => weekdaysOf(value, ref, minWeekStartDate, [], []));
        const end = addDays(weeks[3] ?? "", 7);
        const open: string[] = [];
        for (let day = addDays(dateAt(now), -7); day < end; day = addDays(day, 1))
          if (weekdayOf(day) < 5 && isOpen(day, now)) open.push(day);
        expect(offered).toEqual(open);
      }),
    );
  });
});

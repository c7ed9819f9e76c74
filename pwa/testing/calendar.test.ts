// What calendar programs get, read by another library than the server's: server/calendar/calendar_test.go keeps the files.
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import { expect, test } from "vitest";

function read(name: string) {
  const calendar = new ICAL.Component(ICAL.parse(readFileSync(`server/calendar/testdata/${name}.ics`, "utf8")));
  const events = calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
  const [todo] = calendar.getAllSubcomponents("vtodo");
  return { calendar, events, todo };
}

const at = (time: ICAL.Time) => time.toJSDate().toISOString();

test("a calendar program shows each lunch with its place and window, and the next open week as something to do", () => {
  const { calendar, events, todo } = read("ordered");
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(events.map(({ summary }) => summary)).toEqual([
    "Lunch: Chicken shawarma bowl, garlic sauce",
    "Lunch: 2 × Lentil soup, Fattoush",
    "Lunch: Machboos",
  ]);
  expect(new Set(events.map(({ location }) => location))).toEqual(
    new Set(["Head office, Floor 12; Tower B, Sheikh Zayed Road, Dubai"]),
  );
  expect(events.map(({ startDate, endDate }) => [at(startDate), at(endDate)])[0]).toEqual([
    "2026-11-30T08:00:00.000Z",
    "2026-11-30T08:30:00.000Z",
  ]);
  expect(todo?.getFirstPropertyValue("summary")).toBe("Choose lunches for the week of Mon 7 Dec");
  expect(todo?.getFirstPropertyValue("due")).toBeInstanceOf(ICAL.Time);
});

test("two days of changes keep each lunch's entry under a higher sequence, and a cancelled lunch is gone", () => {
  const [was, is] = [read("ordered").events, read("changed").events];
  expect(is.map(({ uid }) => uid)).toEqual(was.slice(0, 2).map(({ uid }) => uid));
  for (const [n, { sequence }] of is.entries()) expect(sequence).toBeGreaterThan(was[n]?.sequence ?? 99);
  expect(is[1]?.summary).toBe("Lunch: Grilled salmon with a very long name that does not fit into one line");
  expect(is[1] && at(is[1].startDate)).toBe("2026-12-01T09:00:00.000Z");
});

test("a calendar in Arabic is read whole, also where a line is folded", () => {
  const { events, todo } = read("arabic");
  expect(events[0]?.summary).toBe("غداء: Chicken shawarma bowl, garlic sauce");
  expect(events[0]?.description).toMatch(/^التعديل متاح حتى .+، \d\d:\d\d$/);
  expect(todo?.getFirstPropertyValue("summary")).toMatch(/^اختيار وجبات أسبوع /);
});

import { describe, expect, it } from "vitest";
import { neededDays } from "#pwa/employee/choose/needed-days";
import { closingTime } from "#pwa/i18n/closing-time";
import { offeredAt } from "#pwa/menu/use-offered";
import { usualDays } from "#pwa/rules/week/usual-days";

const open = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"];
const needed = (minimum: number | null, taken: string[] = [], closed: string[] = []) => {
  const [week] = offeredAt(Date.parse("2026-11-21T08:00:00Z"), taken, closed);
  return week && neededDays(week, minimum);
};

describe("how many days a week needs", () => {
  it("is the profile's minimum, else three", () => {
    expect([4, null, 0].map((minimum) => needed(minimum))).toEqual([4, 3, 3]);
  });

  it("is less by the days that are ordered already", () => {
    expect([needed(3, open.slice(0, 2)), needed(3, open.slice(0, 3))]).toEqual([1, 0]);
  });

  it("is no more than the days that are open", () => expect(needed(3, [], open.slice(0, 3))).toBe(2));
});

it("offers no day on which the window of the person's place does not deliver or is full, and says which it is", () => {
  const [mon = "", tue = "", wed = "", ...rest] = open;
  const [week] = offeredAt(Date.parse("2026-11-20T08:00:00Z"), [wed], [], [mon, wed], [tue]);
  expect(week?.days.map(({ why }) => why)).toEqual(["unserved", "full", "taken", ...rest.map(() => undefined)]);
  expect(week && neededDays(week, 3)).toBe(2);
});

describe("the days to start with", () => {
  it("are the weekdays of the last order", () => {
    expect(usualDays(open, ["2026-11-16", "2026-11-18", "2026-11-19"], 3)).toEqual({
      days: ["2026-11-23", "2026-11-25", "2026-11-26"],
      habit: true,
    });
  });

  it("are all open days when there is no habit, or too little of it", () => {
    expect(usualDays(open, [], 3)).toEqual({ days: open, habit: false });
    expect(usualDays(open, ["2026-11-16"], 3)).toEqual({ days: open, habit: false });
  });
});

it("says the last minute before the cut-off", () => {
  expect(closingTime("2026-11-23")).toBe("Sat 21 Nov, 23:59");
});

import { expect, test } from "vitest";
import { weekAction } from "#pwa/employee/home/week-action";
import type { Day } from "#pwa/offline/use-day";
import { cutoffOf } from "#pwa/rules/week/cutoff";

const dates = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"];
const week = (...states: (Day["state"] | "shut" | "failed")[]) => {
  const days = states.map((state, at): Day => {
    const date = dates[at] ?? "";
    const base = { date, items: [], cutoff: cutoffOf(date), open: state !== "shut" };
    if (state === "shut") return { ...base, state: "locked" };
    if (state === "failed") return { ...base, state: "needs-you", why: "payment_failed" };
    return { ...base, state };
  });
  const offered = days.map(({ date, state }) => ({ date, offered: state === "empty", cutoff: cutoffOf(date) }));
  return { days, offered };
};

test.each<[string, Parameters<typeof week>, enough: boolean, ReturnType<typeof weekAction>]>([
  [
    "without any choice the empty days are ordered for",
    ["confirmed", "confirmed", "pending", "empty", "empty"],
    true,
    { kind: "order", dates: dates.slice(3), more: [] },
  ],
  [
    "enough chosen days go to the checkout, and the empty ones stay possible",
    ["filled", "waiting", "filled", "empty", "shut"],
    true,
    { kind: "checkout", dates: dates.slice(0, 3), more: ["2026-12-03"] },
  ],
  [
    "too few chosen days go on with the empty ones",
    ["filled", "empty", "empty", "shut", "shut"],
    false,
    { kind: "goOn", dates: dates.slice(1, 3), more: [] },
  ],
  [
    "too few chosen days with no empty one left go to the checkout, which says what is missing",
    ["filled", "shut", "shut", "shut", "shut"],
    false,
    { kind: "checkout", dates: ["2026-11-30"], more: [] },
  ],
  [
    "a day whose payment failed is neither chosen nor empty",
    ["failed", "failed", "failed", "shut", "shut"],
    true,
    null,
  ],
  [
    "a week that is done leaves nothing to do",
    ["confirmed", "confirmed", "confirmed", "confirmed", "shut"],
    true,
    null,
  ],
])("%s", (_, states, enough, action) => {
  const { days, offered } = week(...states);
  expect(weekAction(days, offered, enough)).toEqual(action);
});

test("a day that is not offered is not asked for, even when nothing is on it", () => {
  const { days, offered } = week("empty", "empty", "empty", "empty", "empty");
  const holiday = offered.map((day) => (day.date === "2026-12-02" ? { ...day, offered: false } : day));
  expect(weekAction(days, holiday, true)?.dates).toEqual(["2026-11-30", "2026-12-01", "2026-12-03", "2026-12-04"]);
});

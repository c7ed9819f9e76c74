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
const actionOf = ({ days, offered }: ReturnType<typeof week>, enough = true) => weekAction(days, offered, enough);

test("without any choice the empty days are ordered for", () => {
  expect(actionOf(week("confirmed", "confirmed", "pending", "empty", "empty"))).toEqual({
    kind: "order",
    dates: ["2026-12-03", "2026-12-04"],
    more: [],
  });
});

test("enough chosen days go to the checkout, and the empty ones stay possible", () => {
  expect(actionOf(week("filled", "waiting", "filled", "empty", "shut"))).toEqual({
    kind: "checkout",
    dates: ["2026-11-30", "2026-12-01", "2026-12-02"],
    more: ["2026-12-03"],
  });
});

test("too few chosen days go on with the empty ones", () => {
  expect(actionOf(week("filled", "empty", "empty", "shut", "shut"), false)).toEqual({
    kind: "goOn",
    dates: ["2026-12-01", "2026-12-02"],
    more: [],
  });
});

test("too few chosen days with no empty one left go to the checkout, which says what is missing", () => {
  expect(actionOf(week("filled", "shut", "shut", "shut", "shut"), false)?.kind).toBe("checkout");
});

test("a day whose payment failed is neither chosen nor empty", () => {
  expect(actionOf(week("failed", "failed", "failed", "shut", "shut"))).toBeNull();
});

test("a day that is not offered is not asked for, even when nothing is on it", () => {
  const { days, offered } = week("empty", "empty", "empty", "empty", "empty");
  const holiday = offered.map((day) => (day.date === "2026-12-02" ? { ...day, offered: false } : day));
  expect(weekAction(days, holiday, true)?.dates).toEqual(["2026-11-30", "2026-12-01", "2026-12-03", "2026-12-04"]);
});

test("a week that is done leaves nothing to do", () => {
  expect(actionOf(week("confirmed", "confirmed", "confirmed", "confirmed", "shut"))).toBeNull();
});

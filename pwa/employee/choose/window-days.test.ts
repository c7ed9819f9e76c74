import { expect, test } from "vitest";
import { windowDays } from "#pwa/employee/choose/window-days";

const usual = "12:15–12:45";
const iftar = "18:00–18:30";
const week = (first: number) => [0, 1, 2, 3, 4].map((day) => `2027-02-${String(first + day).padStart(2, "0")}`);
const on = (dates: string[], window: string) => Object.fromEntries(dates.map((date) => [date, window]));

test("whoever chooses days around the first one of Ramadan sees until and from which day each time holds", () => {
  const dates = [...week(1), ...week(8)];
  expect(windowDays(dates, on(dates.slice(6), iftar), usual)).toEqual([
    { window: usual, days: "until Mon 8 Feb" },
    { window: iftar, days: "from Tue 9 Feb" },
  ]);
  expect(windowDays(dates, on(dates.slice(2, 6), iftar), usual)).toEqual([
    { window: usual, days: "other days" },
    { window: iftar, days: "Wed 3 Feb – Mon 8 Feb" },
  ]);
});

test("Fridays with a time of their own are named by their weekday", () => {
  const dates = [...week(1), ...week(8)];
  const fridays = { "2027-02-05": "11:30–12:00", "2027-02-12": "11:30–12:00" };
  expect(windowDays(dates, fridays, usual)).toEqual([
    { window: usual, days: "other days" },
    { window: "11:30–12:00", days: "Fridays" },
  ]);
  expect(windowDays(dates, { ...on(dates.slice(6), iftar), ...fridays }, usual)).toEqual([
    { window: usual, days: "until Mon 8 Feb" },
    { window: "11:30–12:00", days: "Fridays" },
    { window: iftar, days: "from Tue 9 Feb" },
  ]);
});

test("a time that always holds needs no days", () => {
  expect(windowDays(week(1), undefined, usual)).toEqual([{ window: usual }]);
  expect(windowDays(week(1), undefined, null)).toEqual([]);
});

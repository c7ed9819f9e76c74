import { expect, test } from "vitest";
import { spokenLeft, timeLeft } from "#pwa/employee/choose/time-left";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

test.each([
  [50 * hour, "2 days 2 h left"],
  [24 * hour, "1 day left"],
  [24 * hour - 1, "23 h 59 min left"],
  [hour, "1 h 0 min left"],
  [59 * minute + 59 * second, "59 min left"],
  [10 * minute, "10 min left"],
  [9 * minute + 59 * second, "9:59 left"],
  [1, "0:01 left"],
  [0, "Closed"],
  [-hour, "Closed"],
])("%d ms are written as %s", (left, written) => {
  expect(timeLeft(left)).toBe(written);
});

test("aloud it is said four times and no more", () => {
  const said = new Set<string>();
  for (let left = 2 * hour; left >= -minute; left -= second) said.add(spokenLeft(left, "Monday"));
  expect([...said]).toEqual([
    "",
    "Less than an hour left for Monday.",
    "Less than ten minutes left for Monday.",
    "Less than a minute left for Monday.",
    "Monday has closed.",
  ]);
});

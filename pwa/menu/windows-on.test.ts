import { expect, test } from "vitest";
import { windowsOn } from "#pwa/menu/windows-on";

test("a week of which some days are in Ramadan names both times at which lunch comes", () => {
  const hours = { "2027-02-09": "18:00–18:30", "2027-02-10": "18:00–18:30" };
  expect(windowsOn(["2027-02-08", "2027-02-09", "2027-02-10"], hours, "12:15–12:45")).toEqual([
    "12:15–12:45",
    "18:00–18:30",
  ]);
  expect(windowsOn(["2027-02-09"], hours, undefined)).toEqual(["18:00–18:30"]);
  expect(windowsOn(["2027-02-08"], undefined, undefined)).toEqual([]);
});

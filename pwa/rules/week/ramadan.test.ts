import { expect, test } from "vitest";
import { ramadanDay } from "#pwa/rules/week/ramadan";

const announced = [{ first: "2027-02-08", last: "2027-03-09" }];

test("days of Ramadan are counted from the day that operators set, with the Hijri year", () => {
  expect(ramadanDay("2027-02-08", announced)).toEqual({ day: 1, year: 1448 });
  expect(ramadanDay("2027-03-09", announced)).toEqual({ day: 30, year: 1448 });
});

test("when the moon is sighted a day later, each date is one day of Ramadan less", () => {
  const moved = [{ first: "2027-02-09", last: "2027-03-10" }];
  expect(ramadanDay("2027-02-09", moved)).toEqual({ day: 1, year: 1448 });
  expect(ramadanDay("2027-02-08", moved)).toBeUndefined();
});

test("days outside of Ramadan have no date of it, nor have days on a device that knows of none", () => {
  expect(ramadanDay("2027-02-07", announced)).toBeUndefined();
  expect(ramadanDay("2027-03-10", announced)).toBeUndefined();
  expect(ramadanDay("2027-02-08")).toBeUndefined();
});

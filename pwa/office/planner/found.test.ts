import { expect, test } from "vitest";
import { found } from "#pwa/office/planner/found";
import type { BookMeal } from "#pwa/offline/wire";

const meal = (code: string, name: string, more: Partial<BookMeal["meal"]> = {}, archived?: boolean) =>
  ({
    code,
    rev: 1,
    archived,
    meal: { id: code, name, name_ar: "", cuisine: 1, diets: [], ...more },
  }) as unknown as BookMeal;
const book = [
  meal("dal-rice", "Dal with rice", { cuisine: 3, diets: ["Vegan"], name_ar: "دال مع الأرز" }),
  meal("brulee", "Crème brûlée bowl"),
  meal("old", "Old dal", {}, true),
];
const codes = (wanted: Partial<Parameters<typeof found>[1]>) =>
  found(book, { search: "", diet: "", ...wanted }).map(({ code }) => code);

test("a meal is found by any of its words in any order, with or without marks, in Arabic, and by its code", () => {
  expect(codes({ search: "rice DAL" })).toEqual(["dal-rice"]);
  expect(codes({ search: "creme brul" })).toEqual(["brulee"]);
  expect(codes({ search: "دال" })).toEqual(["dal-rice"]);
  expect(codes({ search: "dal-r" })).toEqual(["dal-rice"]);
  expect(codes({ search: "dal brulee" })).toEqual([]);
});

test("archived meals are not offered, and cuisine and diet narrow", () => {
  expect(codes({})).toEqual(["dal-rice", "brulee"]);
  expect(codes({ cuisine: 3 })).toEqual(["dal-rice"]);
  expect(codes({ diet: "Vegan" })).toEqual(["dal-rice"]);
});

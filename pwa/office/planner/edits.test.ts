import { expect, test } from "vitest";
import {
  add,
  clashes,
  copyWeek,
  type Days,
  difference,
  mealsOf,
  move,
  portion,
  remove,
  same,
} from "#pwa/office/planner/edits";

const [mon, tue, wed] = ["2026-11-30", "2026-12-01", "2026-12-02"];
const week = (): Days => [
  { date: mon, meals: [{ meal: "dal" }, { meal: "soup", portions: 20 }, { meal: "wrap" }] },
  { date: tue, meals: [{ meal: "soup" }] },
  { date: wed, meals: [] },
];
const names = (days: Days, date: string) => mealsOf(days, date).map(({ meal }) => meal);

test("a meal moves to a place of its day, counted without itself", () => {
  expect(names(move(week(), mon, "dal", mon, 2), mon)).toEqual(["soup", "wrap", "dal"]);
  expect(names(move(week(), mon, "wrap", mon, 0), mon)).toEqual(["wrap", "dal", "soup"]);
  expect(names(move(week(), mon, "dal", mon), mon)).toEqual(["soup", "wrap", "dal"]);
});

test("a meal that moves takes its portions along, and a day never has it twice", () => {
  const moved = move(week(), mon, "soup", tue, 0);
  expect(names(moved, mon)).toEqual(["dal", "wrap"]);
  expect(mealsOf(moved, tue)).toEqual([{ meal: "soup", portions: 20 }]);
  expect(move(week(), mon, "stew", tue)).toEqual(week());
});

test("an edit leaves what was there for undoing", () => {
  const before = week();
  for (const edit of [
    (days: Days) => add(days, wed, { meal: "dal" }),
    (days: Days) => remove(days, mon, "dal"),
    (days: Days) => portion(days, mon, "soup", undefined),
  ])
    expect(same(edit(before), before)).toBe(false);
  expect(before).toEqual(week());
  expect(same(add(before, mon, { meal: "dal" }), before)).toBe(true);
  expect(mealsOf(portion(before, mon, "soup", 0), mon)[1]).toEqual({ meal: "soup", portions: 0 });
});

test("a week is copied by weekday onto the days that may change, without meals that left the book", () => {
  const source: Days = [
    { date: "2026-11-23", meals: [{ meal: "stew" }] },
    { date: "2026-11-24", meals: [{ meal: "stew", portions: 9 }, { meal: "gone" }] },
    { date: "2026-11-25", meals: [{ meal: "dal" }] },
  ];
  const [isOpen, isInBook] = [(date: string) => date !== mon, (meal: string) => meal !== "gone"];
  const copied = copyWeek(week(), source, isOpen, isInBook, true);
  expect(mealsOf(copied, mon)).toEqual(mealsOf(week(), mon));
  expect(mealsOf(copied, tue)).toEqual([{ meal: "stew", portions: 9 }]);
  expect(names(copied, wed)).toEqual(["dal"]);
  expect(mealsOf(copyWeek(week(), source, isOpen, isInBook, false), tue)).toEqual([{ meal: "stew" }]);
});

test("two versions of a day are told apart by what came, what went, portions and order", () => {
  const [was] = week();
  const now = [{ meal: "wrap" }, { meal: "soup", portions: 30 }, { meal: "stew" }];
  expect(difference(was?.meals ?? [], now)).toEqual({
    added: ["stew"],
    removed: ["dal"],
    portions: [{ meal: "soup", portions: 30 }],
    order: true,
  });
  const none = { added: [], removed: [], portions: [], order: false };
  expect(difference(was?.meals ?? [], was?.meals ?? [])).toEqual(none);
});

test("of two people's weeks only the days are asked about that differ, and what only one changed stands chosen", () => {
  const mine = remove(add(week(), wed, { meal: "dal" }), mon, "dal");
  const theirs = add(remove(week(), mon, "wrap"), tue, { meal: "wrap" });
  expect(clashes(week(), mine, theirs).map(({ date, take }) => [date, take])).toEqual([
    [mon, "mine"],
    [tue, "theirs"],
    [wed, "mine"],
  ]);
  expect(clashes(week(), theirs, theirs)).toEqual([]);
});

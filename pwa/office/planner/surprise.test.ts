import { expect, test } from "vitest";
import { mealArt } from "#pwa/menu/art/meal-svg";
import { clean } from "#pwa/menu/art/recipe";
import { mealTint } from "#pwa/menu/meal-tint";
import { surprise } from "#pwa/office/planner/surprise";
import { drawnBy, vocabulary } from "#pwa/office/planner/vocabulary";

test("whatever a surprise names is drawn, nothing of it is dropped", () => {
  const layouts = new Set<string>();
  for (let seed = 0; seed < 200; seed++) {
    const art = surprise(seed);
    layouts.add(art.layout as string);
    const { id: _, ...named } = art;
    expect(clean(art)).toMatchObject(named);
  }
  expect(layouts.size).toBe(vocabulary.layouts.length);
});

test("the same seed gives the same picture, another one another", () => {
  expect(surprise(7)).toEqual(surprise(7));
  expect(mealArt(surprise(7))).not.toBe(mealArt(surprise(8)));
});

test("each part of a layout changes its picture, and no other part does", () => {
  const full = {
    id: "a",
    plate: "sage",
    base: "quinoa",
    pool: "palak",
    protein: ["salmon"],
    veg: ["peas"],
    sauce: "pesto",
    spread: "pesto",
    garnish: ["dill"],
    cups: [["chana"], ["tomato"], ["palak"]],
    fill: ["falafel"],
    bread: true,
    egg: true,
  };
  const parts = Object.keys(full).filter((part) => part !== "id") as (keyof typeof full)[];
  for (const layout of vocabulary.layouts) {
    const whole = mealArt({ ...full, layout });
    const seen = parts.filter((part) => {
      const { [part]: _, ...rest } = { ...full, layout };
      return mealArt(rest) !== whole;
    });
    expect([layout, ...seen.sort()]).toEqual([layout, ...[...drawnBy[layout]].sort()]);
  }
});

test("every colour of a table is one that the table knows", () => {
  expect(vocabulary.tints.map((tint) => mealTint({ tint, id: "x" }))).toEqual(vocabulary.tints);
  for (let n = 0; n < 100; n++) expect(vocabulary.tints).toContain(mealTint({ id: `${n}`, protein: ["salmon"] }));
});

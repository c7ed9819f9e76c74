import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { mealArt } from "#pwa/menu/art/meal-svg";
import { mealTint } from "#pwa/menu/meal-tint";
import samples from "#pwa/menu/testdata/meal-art.json";

const fingerprint = (svg: string) => createHash("sha256").update(svg).digest("hex").slice(0, 16);

test.each(samples.map((sample, at) => ({ at, ...sample })))("picture $at is the one that was designed", (sample) => {
  const recipe: Record<string, unknown> = sample.recipe;
  expect(fingerprint(mealArt(recipe))).toBe(sample.full);
  expect(fingerprint(mealArt(recipe, { detail: "thumb" }))).toBe(sample.thumb);
  expect(fingerprint(mealArt(recipe, { size: 96, uid: "u", title: "A & <b>" }))).toBe(sample.sized);
  expect(mealTint(recipe)).toBe(sample.tint);
});

test("the same recipe draws the same picture, another one another picture", () => {
  const [first, second] = samples;
  expect(mealArt(first?.recipe ?? {})).toBe(mealArt(first?.recipe ?? {}));
  expect(mealArt(first?.recipe ?? {})).not.toBe(mealArt(second?.recipe ?? {}));
});

test("nothing that a recipe says reaches the picture unread", () => {
  const evil = '"/><script>alert(1)</script>';
  const recipe = Object.fromEntries(
    ["id", "plate", "base", "pool", "sauce", "spread", "rim", "oil", "wrapCol", "pot", "show", "turn", "fan"].map(
      (key) => [key, evil],
    ),
  );
  for (const layout of ["bowl", "plate", "curry", "soup", "thali", "box", "wrap", "flat"])
    expect(
      mealArt({ ...recipe, layout, garnish: [evil], cups: [[evil]], fill: [evil], protein: [evil] }),
    ).not.toContain("<script");
});

test("a recipe of the wrong shape still draws a plate", () => {
  expect(mealArt({ protein: "chicken", veg: 3, garnish: null, cups: "none", layout: 7 })).toMatch(/^<svg .*<\/svg>$/);
});

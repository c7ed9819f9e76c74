// Everything that a picture recipe may name, for the recipe editor.
import { creamColours, grainColours, leafColours, noodleColours, poolColours } from "#pwa/menu/art/colours";
import { crockery } from "#pwa/menu/art/crockery";
import { garnishNames } from "#pwa/menu/art/garnish";
import { ingredients } from "#pwa/menu/art/ingredients";
import { type LayoutName, layoutNames } from "#pwa/menu/art/recipe";
import { sauceColours } from "#pwa/menu/art/sauces";
import type { Tint } from "#pwa/menu/meal-tint";

const names = (table: object) => Object.keys(table);
const foods = names(ingredients);
/** Mains come before the side dishes. */
const firstSide = foods.indexOf("cucumber");

export const vocabulary = {
  layouts: layoutNames,
  plates: names(crockery),
  grains: names(grainColours),
  leaves: names(leafColours),
  noodles: names(noodleColours),
  creams: names(creamColours),
  pools: names(poolColours),
  mains: foods.slice(0, firstSide),
  sides: foods.slice(firstSide),
  sauces: names(sauceColours),
  garnishes: garnishNames,
  tints: ["sage", "mint", "sky", "lilac", "blush", "apricot", "butter"] satisfies Tint[] as Tint[],
};

export type Part =
  | "plate"
  | "base"
  | "pool"
  | "protein"
  | "veg"
  | "sauce"
  | "spread"
  | "garnish"
  | "cups"
  | "fill"
  | "bread"
  | "egg";

/** The parts of a recipe that each layout draws; it ignores the rest. */
export const drawnBy: Record<LayoutName, Part[]> = {
  bowl: ["plate", "base", "protein", "veg", "sauce", "garnish"],
  plate: ["plate", "base", "protein", "veg", "sauce", "garnish"],
  curry: ["plate", "pool", "base", "protein", "veg", "sauce", "bread", "garnish"],
  soup: ["plate", "pool", "protein", "veg", "sauce", "bread", "egg", "garnish"],
  thali: ["plate", "base", "cups", "veg", "garnish"],
  box: ["plate", "base", "protein", "veg", "sauce", "garnish"],
  wrap: ["plate", "fill", "veg", "sauce", "garnish"],
  flat: ["plate", "spread", "protein", "veg", "sauce", "garnish"],
};

/** How many of a list are drawn. */
export const most = { protein: 2, veg: 5, garnish: 4, fill: 2, cups: 3 };

/** The colour of a plate in the middle of its light. */
export const plateColour = (name: string) => crockery[name]?.[1] ?? "";

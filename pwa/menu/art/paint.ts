import type { Canvas } from "#pwa/menu/art/canvas";
import { ingredients } from "#pwa/menu/art/ingredients";
import type { Region } from "#pwa/menu/art/regions";

/** Draws an ingredient into a place; without a place, or by a name it does not know, nothing. */
export const paint = (c: Canvas, name: string, g: Region | undefined) => {
  if (g && Object.hasOwn(ingredients, name)) ingredients[name]?.(c, g);
};

import { Canvas } from "#pwa/menu/art/canvas";
import { bowl } from "#pwa/menu/art/layouts/bowl";
import { box } from "#pwa/menu/art/layouts/box";
import { curry } from "#pwa/menu/art/layouts/curry";
import { flat } from "#pwa/menu/art/layouts/flat";
import { plate } from "#pwa/menu/art/layouts/plate";
import { soup } from "#pwa/menu/art/layouts/soup";
import { thali } from "#pwa/menu/art/layouts/thali";
import { wrap } from "#pwa/menu/art/layouts/wrap";
import { clean, type LayoutName, type Recipe } from "#pwa/menu/art/recipe";

const layouts: Record<LayoutName, (c: Canvas, m: Recipe) => void> = {
  bowl,
  plate,
  curry,
  soup,
  thali,
  box,
  wrap,
  flat,
};

type Options = {
  /** Pixels; without it the picture fills its container. */
  size?: number;
  /** Unique on the page when the SVG is inlined in it. */
  uid?: string;
  /** thumb for 80 px and less: fewer, bigger pieces. */
  detail?: "full" | "thumb";
  /** The picture's title for a screen reader; without it the picture is decoration. */
  title?: string;
};

const escaped = (text: string) => text.replace(/[<&]/g, (sign) => (sign === "<" ? "&lt;" : "&amp;"));

/**
 * Draws a meal, seen from above, as SVG text. The same recipe gives the same picture: every choice comes from a hash of it.
 * No filters, no images, no network.
 */
export function mealArt(recipe: Record<string, unknown>, { size, uid, detail, title }: Options = {}): string {
  const c = Canvas.of(recipe, uid, detail === "thumb");
  const m = clean(recipe);
  layouts[m.layout](c, m);
  const sized = size ? ` width="${size}" height="${size}"` : "";
  const role = title ? ' role="img"' : ' aria-hidden="true"';
  const words = title ? `<title>${escaped(title)}</title>` : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -2 250 250"${sized}${role} focusable="false">` +
    `${words}<defs>${c.defs}</defs>${c.out}</svg>`
  );
}

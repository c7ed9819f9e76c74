import type { Canvas } from "#pwa/menu/art/canvas";
import { poolColours } from "#pwa/menu/art/colours";
import { crockery, ground } from "#pwa/menu/art/crockery";
import { garnish } from "#pwa/menu/art/garnish";
import { paint } from "#pwa/menu/art/paint";
import { flatbread } from "#pwa/menu/art/painters";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc } from "#pwa/menu/art/regions";
import { drizzle, sauceColours } from "#pwa/menu/art/sauces";

/** A topped flatbread on a board. */
export function flat(c: Canvas, m: Recipe) {
  const [a, b, d] = crockery[m.plate ?? "wood"]!;
  ground(c, 106);
  c.write(
    `<circle cx="120" cy="120" r="107" fill="${c.linear(a, b, 1, 1)}"/>` +
      `<g fill="none" stroke="${d}" stroke-opacity=".35" stroke-width="1.4">` +
      `<path d="M24 84Q120 70 218 86M16 112Q120 96 226 116M20 146Q120 132 222 148` +
      `M36 180Q120 168 206 180M52 54Q120 44 190 56"/></g>` +
      `<circle cx="120" cy="120" r="105" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.5"/>`,
  );
  flatbread(c, 118, 118, 92, { spots: 16 });
  const cp = c.blob(118, 118, 74, 71, 0.05, 12);
  if (m.spread)
    c.write(
      `<path d="${cp}" fill="${sauceColours[m.spread] ?? (poolColours[m.spread] || "#fbf6ea")}" fill-opacity=".96"/>` +
        `<path d="${cp}" fill="${c.radial(
          "mound",
          [
            [0.4, "#fff9e8", 0.2],
            [0.62, "#2a1206", 0],
            [1, "#2a1206", 0.3],
          ],
          'cx=".4" cy=".36" r=".68"',
        )}"/>`,
    );
  const items = m.protein.concat(m.veg);
  items.forEach((x, i) => {
    const g = Object.assign(disc(118, 118, 62), { r: 34, mx: i ? 118 : 112, my: i ? 118 : 114 });
    c.withHeaps(
      (r, o) => [r, { ...o, max: i ? 9 : 11, fill: 0.55 }],
      () => paint(c, x, g),
    );
  });
  if (m.sauce) drizzle(c, disc(118, 118, 56), sauceColours[m.sauce], 2.6);
  const all = Object.assign(disc(118, 118, 66), { lx: 176, ly: 174 });
  m.garnish.forEach((x, i) => garnish(c, x, all, [112 + i * 10, 116, 30]));
}

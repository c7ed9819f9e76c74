import { base, cream, pool } from "#pwa/menu/art/bases";
import type { Canvas } from "#pwa/menu/art/canvas";
import { creamColours, poolColours } from "#pwa/menu/art/colours";
import { crockery, ground } from "#pwa/menu/art/crockery";
import { garnish } from "#pwa/menu/art/garnish";
import { ingredients } from "#pwa/menu/art/ingredients";
import { paint } from "#pwa/menu/art/paint";
import { flatbread } from "#pwa/menu/art/painters";
import { dark, lite, mix } from "#pwa/menu/art/pen";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc } from "#pwa/menu/art/regions";
import { potOf } from "#pwa/menu/art/sauces";

/** A steel tray: rice, two breads, three cups. */
export function thali(c: Canvas, m: Recipe) {
  const [a, b, d] = crockery[m.plate ?? "steel"]!;
  ground(c, 108);
  c.write(
    `<circle cx="120" cy="120" r="108" fill="${c.linear(a, d, 1, 1)}"/>` +
      `<circle cx="120" cy="120" r="101" fill="${c.linear(d, a, 1, 1)}"/>` +
      `<circle cx="120" cy="120" r="97" fill="${c.radial(
        "steel",
        [
          [0, lite(a, 0.3)],
          [0.6, b],
          [1, mix(b, d, 0.5)],
        ],
        'cx=".36" cy=".32" r=".8"',
      )}"/>` +
      `<g fill="none" stroke="#fff" stroke-opacity=".35" stroke-width=".8">` +
      `<circle cx="120" cy="120" r="88"/><circle cx="120" cy="120" r="72"/></g>`,
  );
  flatbread(c, 160, 153, 39);
  flatbread(c, 152, 165, 37);
  const cp = c.nextId(),
    bd = c.blob(84, 148, 38, 36, 0.06, 10);
  c.defs += `<clipPath id="${cp}"><path d="${bd}"/></clipPath>`;
  c.write(`<path d="${bd}" transform="translate(3 5)" fill="#2a1206" fill-opacity=".28"/><g clip-path="url(#${cp})">`);
  base(c, m.base, 84, 148, 43);
  c.write(
    `<path d="${bd}" fill="${c.radial(
      "mound",
      [
        [0.4, "#fff9e8", 0.22],
        [0.62, "#2a1206", 0],
        [1, "#2a1206", 0.42],
      ],
      'cx=".4" cy=".36" r=".68"',
    )}"/></g>`,
  );
  [
    [62, 88],
    [114, 62],
    [168, 88],
  ].forEach(([x = 0, y = 0], i) => {
    const [fill = "", ...rest] = m.cups[i] ?? [];
    potOf(c, x, y, 29, "#fff", () => {
      const sauce = poolColours[fill],
        spread = creamColours[fill];
      if (sauce) pool(c, x, y, 24, sauce);
      else if (spread) cream(c, x, y, 24, ...spread);
      else c.write(`<circle cx="${x}" cy="${y}" r="24" fill="#6d8f3c"/>`);
      const g = disc(x, y, 19);
      c.withHeaps(
        (r, o) => [
          Math.min(r, 8.4),
          { ...o, max: r < 6 ? 13 : 5, fill: 0.8, ao: dark(sauce ?? "#b8a888", 0.45), aoO: 0.6 },
        ],
        () => {
          for (const name of rest)
            if (Object.hasOwn(ingredients, name)) paint(c, name, g);
            else garnish(c, name, g, [x, y, 7]);
        },
      );
      c.write(`<circle cx="${x}" cy="${y}" r="24.6" fill="url(#${c.prefix}kt)"/>`);
    });
  });
  c.defs +=
    `<radialGradient id="${c.prefix}kt" cx=".55" cy=".57" r=".54">` +
    `<stop offset=".7" stop-color="#2a1206" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="#2a1206" stop-opacity=".45"/></radialGradient>`;
  m.veg.forEach((x, i) => paint(c, x, disc(118, 190 - i * 6, 13)));
  const all = Object.assign(disc(84, 148, 26), { lx: 120, ly: 112, lrot: -20 });
  m.garnish.forEach((x, _i) => garnish(c, x, all, [82, 142, 10]));
}

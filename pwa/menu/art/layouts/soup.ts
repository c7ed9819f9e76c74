import { pool } from "#pwa/menu/art/bases";
import type { Canvas } from "#pwa/menu/art/canvas";
import { poolColours } from "#pwa/menu/art/colours";
import { crock, finish } from "#pwa/menu/art/crockery";
import { garnish } from "#pwa/menu/art/garnish";
import { paint } from "#pwa/menu/art/paint";
import { dark, dotsAt, ribbon, spiral, unlined } from "#pwa/menu/art/pen";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc } from "#pwa/menu/art/regions";
import { sauceColours } from "#pwa/menu/art/sauces";

/** A bowl of soup with a swirl and toast. */
export function soup(c: Canvas, m: Recipe) {
  const R = 90,
    sauce = poolColours[m.pool] ?? "#e3a12f";
  crock(c, m.plate || "stone", 106, 100);
  pool(c, 120, 120, R, sauce, { oil: m.oil });
  const col = sauceColours[m.sauce ?? ""] || "#fff8ea";
  if (m.sauce) {
    const rb = ribbon(spiral([116, 116], 12, 66, 0.6, 1.55, 30), 8.5),
      r2 = ribbon(spiral([116, 116], 52, 74, 3.4, 0.34, 12), 4.5);
    c.write(
      `<path d="${rb}${r2}" transform="translate(1.4 2.4)" fill="${dark(sauce, 0.35)}" fill-opacity=".4"/>` +
        `<path d="${rb}${r2}" fill="${col}"/>` +
        `<path d="${ribbon(spiral([115.4, 115.2], 16, 62, 0.9, 1.3, 26), 2.4)}" fill="#fff" fill-opacity=".7"/>`,
    );
  }
  const items = m.protein.concat(m.veg).slice(0, 3);
  items.forEach((x, i) => {
    const place = m.egg ? disc(120, 120, 52) : [disc(112, 124, 32), disc(142, 110, 26), disc(120, 90, 22)][i],
      egg = x === "egg";
    c.withHeaps(
      (r, o) => [
        r,
        {
          ...o,
          max: egg ? 4 : 11,
          min: egg ? 4 : 3,
          scale: egg ? 1.3 : 1,
          fill: 0.62,
          ao: dark(sauce, 0.5),
          aoO: 0.6,
          aoW: 3,
        },
      ],
      () => paint(c, x, place),
    );
  });
  finish(c, R + 2, 0.8);
  const all = Object.assign(disc(120, 120, 66), { lx: 168, ly: 160 });
  m.garnish.forEach((x, i) => garnish(c, x, all, [112 + i * 12, 122 - i * 16, 14]));
  if (m.bread) {
    const s = c.piece(
      "toast",
      () =>
        `<path d="M-30 14C-36-6-26-26 0-27 26-26 36-6 30 14 28 21-28 21-30 14Z" fill="#a8692b"/>` +
        unlined(
          `<path d="M-26 12C-31-5-22-21 0-22 22-21 31-5 26 12 24 17-24 17-26 12Z" fill="${c.linear("#f4d9a4", "#e3b975", 0, 1)}"/>`,
        ) +
        dotsAt(c.scattered(22, 20, 0, -2), "#c8954c", 2.6, 0.7) +
        dotsAt(c.scattered(12, 20, 0, -2), "#5c3a16", 1.7, 0.8),
    );
    c.write('<ellipse cx="183" cy="186" rx="36" ry="30" fill="#2a1206" fill-opacity=".28"/>');
    c.edged(() => {
      c.place(s, 178, 178, -32, 1.05);
      c.place(s, 188, 192, -14, 1);
    });
  }
}

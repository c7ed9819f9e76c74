import { base } from "#pwa/menu/art/bases";
import type { Canvas } from "#pwa/menu/art/canvas";
import { crock, finish } from "#pwa/menu/art/crockery";
import type { Focus } from "#pwa/menu/art/garnish";
import { garnish } from "#pwa/menu/art/garnish";
import { paint } from "#pwa/menu/art/paint";
import { pt, turn } from "#pwa/menu/art/pen";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc, wedge } from "#pwa/menu/art/regions";
import { dollop, drizzle, potOf, sauceColours } from "#pwa/menu/art/sauces";

/** A bowl filled in slices round the middle. */
export function bowl(c: Canvas, m: Recipe) {
  const R = 91;
  crock(c, m.plate || "cream", 106, 100);
  base(c, m.base, 120, 120, R);
  finish(c, R + 1, 0.8);
  const pro = m.protein,
    veg = m.veg,
    items = pro
      .map((x): [string, number] => [x, pro.length > 1 ? 1.25 : veg.length > 3 ? 2 : 1.75])
      .concat(veg.map((x) => [x, 1]));
  const bare = Math.max(0.3, (m.show === undefined ? 0.55 : m.show) * 0.8),
    tot = items.reduce((s, x) => s + x[1], 0) + bare;
  let a = m.turn !== undefined ? m.turn : c.between(1.7, 2.5);
  const parts = items.map(([x, w]) => {
    const s = (w / tot) * turn,
      g = wedge(120, 120, 11, 89, a + 0.01, a + s - 0.01);
    a += s;
    if (w > 1.2) {
      g.r = Math.min(39, g.r * 1.16);
    }
    return [x, g, w] as const;
  });
  parts
    .slice()
    .reverse()
    .filter((p) => p[2] === 1)
    .forEach((p) => paint(c, p[0], p[1]));
  parts.filter((p) => p[2] > 1).forEach((p) => paint(c, p[0], p[1]));
  finish(c, R + 2, 0.36);
  const pg = parts[0] ? parts[0][1] : disc(120, 120, 40),
    bl = a + ((bare / tot) * turn) / 2,
    lem = pt(120, 120, bl, 62),
    all = Object.assign(disc(120, 120, 78), { lx: lem[0], ly: lem[1], lrot: (bl * 180) / Math.PI + 90 });
  if (m.pot) {
    const q = pt(120, 120, bl, 58);
    potOf(c, q[0], q[1], 23, sauceColours[m.pot] || "#c63d22");
  }
  const sauce = sauceColours[m.sauce ?? ""];
  if (sauce) {
    if (m.dollop) {
      const q = pt(120, 120, bl, m.dollop === 2 ? 50 : 8);
      dollop(c, q[0], q[1], 17, sauce);
    } else drizzle(c, Object.assign({}, pg, { r: pg.r * 0.95 }), sauce);
  }
  m.garnish.forEach((x, i) =>
    garnish(
      c,
      x,
      all,
      m.dollop === 1 ? ([...pt(120, 120, bl, 8), 9] as Focus) : ([...pt(120, 120, pg.ang + i * 1.9, 16), 15] as Focus),
    ),
  );
}

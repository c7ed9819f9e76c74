import { base } from "#pwa/menu/art/bases";
import type { Canvas } from "#pwa/menu/art/canvas";
import { grainColours } from "#pwa/menu/art/colours";
import { crockery } from "#pwa/menu/art/crockery";
import { garnish } from "#pwa/menu/art/garnish";
import { paint } from "#pwa/menu/art/paint";
import { dark } from "#pwa/menu/art/pen";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc } from "#pwa/menu/art/regions";
import { drizzle, potOf, sauceColours } from "#pwa/menu/art/sauces";

type Cell = ReturnType<typeof disc>;

/** A box with three cells. */
export function box(c: Canvas, m: Recipe) {
  const [a, b, d] = crockery[m.plate ?? "kraft"]!;
  const shadows = [14, 11, 8, 5].map(
    (k) =>
      `<rect x="24" y="28" width="${192 + k}" height="${194 + k}" rx="${26 + k / 2}" fill="#1b1207" fill-opacity=".1"/>`,
  );
  c.write(
    shadows.join("") +
      `<rect x="16" y="16" width="208" height="208" rx="30" fill="${c.linear(a, b, 1, 1)}"/>` +
      `<rect x="17" y="17" width="206" height="206" rx="29" fill="none" ` +
      `stroke="#fff" stroke-opacity=".45" stroke-width="1.4"/>` +
      `<rect x="24" y="24" width="192" height="192" rx="23" fill="${c.linear(d, b, 0.9, 0.9)}"/>`,
  );
  const cell = (x: number, y: number, w: number, h: number, fn: (g: Cell) => void) => {
    const cp = c.nextId();
    c.defs += `<clipPath id="${cp}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="17"/></clipPath>`;
    c.write(
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="17" fill="${dark(b, 0.35)}"/><g clip-path="url(#${cp})">`,
    );
    fn(disc(x + w / 2, y + h / 2, w / 2, h / 2));
    c.write(
      `<rect x="${x - 3}" y="${y - 3}" width="${w + 6}" height="${h + 6}" ` +
        `rx="19" fill="none" stroke="#2a1206" stroke-opacity=".3" stroke-width="9"/>` +
        `<rect x="${x - 1}" y="${y - 1}" width="${w + 8}" height="${h + 8}" rx="20" ` +
        `fill="none" stroke="#2a1206" stroke-opacity=".26" stroke-width="8"/></g>`,
    );
  };
  cell(28, 28, 112, 184, (_g) => {
    base(c, m.base, 84, 120, 112);
    const pg = Object.assign(disc(84, 116, 46, 58), { ang: 1.3, fanAng: 1.45, r: 50 });
    if (["salmon", "hammour", "tandoori-fish"].includes(m.protein[0] ?? "")) {
      pg.fanAng = 0.1;
      pg.r = 58;
    }
    m.protein.forEach((x, i) => paint(c, x, i ? disc(84, 178, 24) : pg));
    if (m.sauce && !m.pot) drizzle(c, Object.assign({}, pg, { r: 36 }), sauceColours[m.sauce]);
  });
  const v = m.veg;
  const box = (g: Cell, x: string | undefined) => {
    if (x) fill(g, x);
  };
  const fill = (g: Cell, x: string) => {
    base(c, "greens", g.mx, g.my, 60);
    paint(c, x, Object.assign(disc(g.mx, g.my, g.r * 0.95, g.ry * 0.95), { ang: 0.6 }));
  };
  if (m.pot) {
    cell(148, 28, 64, 100, (g) => box(g, v[0]));
    cell(148, 136, 64, 76, (g) => {
      base(c, v[1] && grainColours[v[1]] ? v[1] : "greens", g.mx, g.my, 50);
      if (v[1]) paint(c, v[1], disc(g.mx, g.my, 34, 38));
      potOf(c, 180, 174, 25, sauceColours[m.sauce ?? ""] || sauceColours.tahini!);
    });
  } else {
    cell(148, 28, 64, 88, (g) => box(g, v[0]));
    cell(148, 124, 64, 88, (g) => box(g, v[1]));
  }
  const all = Object.assign(disc(84, 120, 46, 74), { lx: 62, ly: 190, lrot: -20 });
  m.garnish.forEach((x, i) => garnish(c, x, all, [86, 110 + i * 60, 15]));
}

import { base } from "#pwa/menu/art/bases";
import type { Canvas } from "#pwa/menu/art/canvas";
import { crock, crockery } from "#pwa/menu/art/crockery";
import { garnish } from "#pwa/menu/art/garnish";
import { paint } from "#pwa/menu/art/paint";
import { dark } from "#pwa/menu/art/pen";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc } from "#pwa/menu/art/regions";
import { drizzle, potOf, sauceColours } from "#pwa/menu/art/sauces";

/** A flat plate: grain, vegetables, the main thing, a pot of sauce. */
export function plate(c: Canvas, m: Recipe) {
  const p = m.plate || "cream";
  crock(c, p, 108, 86, 84);
  const d = (crockery[p] ?? crockery.cream!)[2];
  if (m.rim !== 0)
    c.write(
      `<g fill="none" stroke="${m.rim || dark(d, 0.15)}" stroke-opacity=".75">` +
        `<circle cx="120" cy="120" r="103" stroke-width="1.2"/>` +
        `<circle cx="120" cy="120" r="97" stroke-width="3.8" stroke-linecap="round" stroke-dasharray="0 10.16"/>` +
        `<circle cx="120" cy="120" r="97" stroke-width="1.5" stroke-linecap="round" ` +
        `stroke-dasharray="0 10.16" transform="rotate(3 120 120)"/>` +
        `<circle cx="120" cy="120" r="91" stroke-width="1.2"/></g>`,
    );
  const veg = m.veg,
    pro = m.protein,
    bx = 90,
    by = 84,
    br = 49;
  /* mound of grain */
  const cp = c.nextId(),
    bd = c.blob(bx, by, br, br * 0.93, 0.06, 10);
  c.defs += `<clipPath id="${cp}"><path d="${bd}"/></clipPath>`;
  c.write(`<path d="${bd}" transform="translate(3 5)" fill="#2a1206" fill-opacity=".26"/><g clip-path="url(#${cp})">`);
  base(c, m.base, bx, by, br + 5);
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
  const vg = veg.length > 1 ? [disc(155, 84, 36), disc(169, 138, 31), disc(140, 66, 19)] : [disc(160, 108, 42)];
  veg.forEach((x, i) => paint(c, x, vg[i]));
  const pg = Object.assign(disc(106, 154, 44, 40), { ang: 1.4, fanAng: m.fan !== undefined ? m.fan : 0.12 });
  if (["salmon", "hammour", "tandoori-fish"].includes(pro[0] ?? "")) {
    pg.fanAng = -1.72;
    pg.r = 44;
  }
  if (pro[0] === "kofta") {
    pg.fanAng = 1.3;
    pg.r = 39;
    pg.my = 151;
  }
  if (pro[0] === "tawook-skewer") {
    pg.r = 44;
    pg.my = 156;
  }
  pro.forEach((x, i) => paint(c, x, i ? disc(150, 162, 18) : pg));
  const sauce = sauceColours[m.sauce ?? ""];
  if (sauce) {
    if (m.pot !== 0) potOf(c, 172, 172, 20, sauce);
    else drizzle(c, Object.assign({}, pg, { r: 26 }), sauce, 2.8);
  }
  const all = Object.assign(disc(110, 118, 56), {
    lx: m.pot === 0 || !m.sauce ? 168 : 60,
    ly: m.pot === 0 || !m.sauce ? 170 : 154,
    lrot: m.pot === 0 || !m.sauce ? -30 : -70,
  });
  const md = disc(bx, by, br * 0.72);
  m.garnish.forEach((x, i) =>
    garnish(
      c,
      x,
      x === "lemon" || x === "lime"
        ? all
        : ["almonds", "pine-nuts", "raisins", "pomegranate", "cashews", "crispy-onion"].includes(x)
          ? md
          : all,
      i ? [bx - 4, by - 4, 13] : [110, 142, 13],
    ),
  );
}

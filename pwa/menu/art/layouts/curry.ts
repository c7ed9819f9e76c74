import { base, pool } from "#pwa/menu/art/bases";
import type { Canvas } from "#pwa/menu/art/canvas";
import { grainColours, poolColours } from "#pwa/menu/art/colours";
import { crock, crockery, finish, ground } from "#pwa/menu/art/crockery";
import { garnish } from "#pwa/menu/art/garnish";
import { paint } from "#pwa/menu/art/paint";
import { folded } from "#pwa/menu/art/painters";
import type { Point } from "#pwa/menu/art/pen";
import { dark, num, path, pt, ribbon, spiral, turn } from "#pwa/menu/art/pen";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc } from "#pwa/menu/art/regions";
import { sauceColours } from "#pwa/menu/art/sauces";

/** A deep dish of sauce with a bank of rice. */
export function curry(c: Canvas, m: Recipe) {
  const sauce = poolColours[m.pool] ?? "#e3a12f",
    R = 91,
    p = m.plate || "ink";
  const sq = p === "copper";
  if (sq) {
    c.write('<g transform="translate(120 120)scale(.94)translate(-120 -120)">');
    ground(c, 106);
    c.edged(() =>
      c.write(
        `<path d="M16 98C1 105 1 135 16 142M224 98C239 105 239 135 224 142" fill="none" ` +
          `stroke="${crockery.copper![2]}" stroke-opacity="1" stroke-width="9" stroke-linecap="round"/>` +
          `<path d="M16 98C2 106 2 134 16 142M224 98C238 106 238 134 224 142" fill="none" ` +
          `stroke="${crockery.copper![0]}" stroke-opacity="1" stroke-width="4" stroke-linecap="round"/>`,
      ),
    );
  }
  crock(c, p, 106, 100);
  pool(c, 120, 120, R, sauce, { oil: m.oil });
  const ra = m.turn !== undefined ? m.turn : c.between(3.3, 4.0),
    gr = grainColours[m.base ?? ""],
    hasBase = gr !== undefined,
    off: Point = hasBase ? pt(120, 120, ra + Math.PI, 33) : [116, 116];
  const cg = hasBase ? Object.assign(disc(off[0], off[1], 54, 54), { ang: ra }) : disc(116, 116, 72),
    dk = dark(sauce, 0.45);
  if (gr) {
    /* rice bank against the bowl wall */
    const a0 = ra - 1.2,
      a1 = ra + 1.2,
      s = pt(120, 120, a0, R),
      e = pt(120, 120, a1, R),
      cp = c.nextId(),
      ed: Point[] = [];
    for (let k = 1; k < 9; k++) {
      const t = k / 9,
        aa = a1 + (a0 - a1) * t,
        q = pt(
          120,
          120,
          aa,
          (R * Math.cos(1.2)) / Math.cos(aa - ra) - 13 * Math.sin(Math.PI * t) + c.between(-3.4, 3.4),
        );
      ed.push(q);
    }
    let d = path("M", s[0], s[1], "A", R, R, 0, 0, 1, e[0], e[1]);
    ed.forEach((q, k) => {
      const nx = ed[k + 1] || s;
      d += path("Q", q[0], q[1], (q[0] + nx[0]) / 2, (q[1] + nx[1]) / 2);
    });
    d += "Z";
    c.defs += `<clipPath id="${cp}"><path d="${d}"/></clipPath>`;
    c.write(
      `<path d="${d}" transform="translate(${num(-Math.cos(ra) * 4)} ${num(-Math.sin(ra) * 4 + 2)})" ` +
        `fill="${dk}" fill-opacity=".45"/>` +
        `<g clip-path="url(#${cp})">`,
    );
    base(c, m.base, 120, 120, R);
    c.write("</g>");
    const bp = [e, ...ed, s];
    const rows: [string, number, number, string][] = [
      ["", 0, 3.4, gr[2]],
      ["", -4, 6, gr[3]],
    ];
    let und = "";
    rows.forEach((rw) => {
      for (let k = 0; k < bp.length - 1; k++)
        for (let z = 0; z < 4; z++) {
          const from = bp[k]!,
            to = bp[k + 1]!,
            t2 = (z + c.random()) / 4,
            o2 = rw[1] + c.between(-4, rw[2]),
            x = from[0] + (to[0] - from[0]) * t2 - Math.cos(ra) * o2,
            y = from[1] + (to[1] - from[1]) * t2 - Math.sin(ra) * o2,
            t = c.random() * turn;
          if (Math.hypot(x - 120, y - 120) > R - 5) continue;
          rw[0] += path("M", x, y, "l", Math.cos(t) * 5.4, Math.sin(t) * 5.4);
        }
      und += rw[0];
    });
    c.write(
      `<g fill="none" stroke-linecap="round">` +
        `<path d="${und}" transform="translate(.8 1.5)" stroke="${dk}" stroke-opacity=".45" stroke-width="3"/>` +
        rows.map((rw) => `<path d="${rw[0]}" stroke="${rw[3]}" stroke-width="2.4"/>`).join("") +
        "</g>",
    );
  }
  const items = m.protein.concat(m.veg);
  items.forEach((x, i) => {
    const g = items.length > 1 && i ? disc(off[0], off[1], cg.r * 0.74, (cg.ry || cg.r) * 0.7) : cg;
    c.withHeaps(
      (r, o) => [
        r,
        {
          ...o,
          max: i ? (r < 6 ? 16 : 7) : r < 6 ? 48 : r > 12 ? 9 : 13,
          fill: i ? 0.5 : r < 6 ? 0.66 : 0.9,
          ao: dk,
          aoO: 0.75,
          aoW: 3,
        },
      ],
      () => paint(c, x, g),
    );
  });
  finish(c, R + 2, 0.8);
  if (m.sauce && sauceColours[m.sauce]) {
    const rb =
      ribbon(spiral([off[0] + 2, off[1] + 2], 20, 46, 2.4, 0.86, 22), 5) +
      ribbon(spiral([off[0] + 2, off[1] + 2], 50, 54, 5.6, 0.2, 8), 3);
    c.write(
      `<path d="${rb}" transform="translate(1 1.8)" fill="${dk}" fill-opacity=".35"/>` +
        `<path d="${rb}" fill="${sauceColours[m.sauce]}" fill-opacity=".96"/>`,
    );
  }
  if (m.bread) folded(c, 172, 176, 34, -24);
  const lem = pt(120, 120, ra, 66),
    all = Object.assign(disc(120, 120, 74), { lx: lem[0], ly: lem[1], lrot: (ra * 180) / Math.PI + 90 });
  m.garnish.forEach((x, i) =>
    garnish(
      c,
      x,
      ["almonds", "cashews", "pomegranate", "chilli", "raisins", "spring-onion"].includes(x)
        ? Object.assign(disc(off[0], off[1], 46), { lx: all.lx, ly: all.ly })
        : all,
      [off[0] + (i ? -14 : 6), off[1] + (i ? 10 : -4), 14],
    ),
  );
  if (sq) c.write("</g>");
}

// How an ingredient fills its place on the plate.
import { lettuce } from "#pwa/menu/art/bases";
import type { Canvas, Heap } from "#pwa/menu/art/canvas";
import * as mains from "#pwa/menu/art/mains";
import { dark, dotsAt, lite, num, type Point, path, shine, turn, unlined } from "#pwa/menu/art/pen";
import * as produce from "#pwa/menu/art/produce";
import { disc, type Region } from "#pwa/menu/art/regions";

export type Painter = (c: Canvas, g: Region) => void;
type Make = (c: Canvas) => string | string[];
type Fan = { n: number; step: number; half: number; fit: number; turn?: number; spin?: number };

const all = (made: string | string[]) => (Array.isArray(made) ? made : [made]);

type Fish = "salmon" | "hammour" | "tandoorifish" | "seabass";

/** A heap of one piece. */
export const pile =
  (make: Make, r: number, o?: Heap): Painter =>
  (c, g) =>
    c.pile(g, r, all(make(c)), o);

const fish: Record<Fish, [light: string, deep: string, vein: string, char: string]> = {
  salmon: ["#f7a078", "#e5683c", "#fff0e6", "#8a3a14"],
  hammour: ["#fbeed2", "#e8c48a", "#fffaf0", "#9a5a1c"],
  tandoorifish: ["#ee8146", "#b53f12", "#ffc894", "#47130a"],
  seabass: ["#f3e4c6", "#d3b07c", "#fffaf0", "#6f5130"],
};

/* overlapped row of slices across the region, following its angle */
export const fan =
  (make: Make, o: Fan): Painter =>
  (c, g) => {
    const ids = all(make(c)),
      n = o.n,
      a = g.fanAng !== undefined ? g.fanAng : g.ang + (o.turn || 0),
      s = g.r / o.fit,
      pts: [number, number, number][] = [];
    for (let i = 0; i < n; i++) {
      const t = i - (n - 1) / 2;
      pts.push([
        g.mx + Math.cos(a) * t * o.step * s,
        g.my + Math.sin(a) * t * o.step * s,
        (a * 180) / Math.PI + 90 + t * (o.spin || 0),
      ]);
    }
    c.write(
      `<ellipse cx="${num(g.mx + 2)}" cy="${num(g.my + 4)}" ` +
        `rx="${num(s * (n * o.step * 0.5 + 6))}" ry="${num(s * o.half)}" ` +
        `transform="rotate(${Math.round((a * 180) / Math.PI)} ${num(g.mx + 2)} ${num(g.my + 4)})" ` +
        `fill="#2a1206" fill-opacity=".25"/>`,
    );
    c.edged(() => pts.forEach((q, i) => c.place(ids[i % ids.length]!, q[0], q[1], q[2], s)), "#2a1206", 0.34, 2);
  };
export function dice(c: Canvas, g: Region, cols: string[], n: number, w: number) {
  /* chopped salad: many tiny tumbled bits */
  c.shadow(c.spread(g, 9), g.r * 0.3, 0.16);
  cols.forEach((col, i) => {
    let d = "",
      m = Math.round(n * (c.thumb ? 0.5 : 1) * (i === 0 ? 1.25 : 0.62) * Math.max(0.6, g.area / 2600));
    for (let k = 0; k < m; k++) {
      const q = g.at(c, 0.88),
        t = c.random() * turn;
      d += path("M", q[0], q[1], "l", Math.cos(t) * 1.6, Math.sin(t) * 1.6);
    }
    c.write(
      `<path d="${d}" transform="translate(.7 1.1)" stroke="#2a1206" ` +
        `stroke-opacity=".3" stroke-width="${w + 0.6}" stroke-linecap="square"/>` +
        `<path d="${d}" stroke="${col}" stroke-width="${w * (i ? 0.92 : 1)}" ` +
        `stroke-linecap="${i % 2 ? "square" : "round"}"/>`,
    );
  });
}
export function leaves(c: Canvas, g: Region, tones: string[]) {
  const ids = c.pieces(`lv${tones[0]}`, 3, (i) => lettuce(c, 11, tones[i % tones.length]!));
  const pts = c.spread(g, Math.max(4, Math.round(g.area / 190)));
  c.shadow(pts, 8);
  c.edged(
    () => pts.forEach((q) => c.place(c.pick(ids), q[0], q[1], c.between(0, 360), c.between(0.85, 1.2))),
    "#10240c",
    0.36,
    2,
  );
}
export function fillet(c: Canvas, g: Region, kind: Fish) {
  /* salmon / white fish / tandoori fish */
  const K = fish[kind];
  const s = g.r / 30,
    a = ((g.fanAng !== undefined ? g.fanAng : g.ang) * 180) / Math.PI + 90,
    i = c.piece(
      `fil${kind}`,
      () =>
        `<path d="M-35 5C-38-8-29-17-14-18 4-20 24-17 34-8 39-2 37 9 29 14 14 20-8 20-22 17-30 15-34 11-35 5Z" ` +
        `fill="${c.linear(K[0], K[1], 0.1, 1)}"/>` +
        unlined(
          `<path d="M-35 5C-34 11-30 15-22 17-8 20 14 20 29 14 36 9 37 4 36.6 0 30 9 14 13-2 13-16 13-29 11-35 5Z" ` +
            `fill="${K[3]}" fill-opacity=".45"/>` +
            `<path d="M-28-6Q-20-1-22 9M-17-10Q-8-2-11 11M-5-12Q5-3 1 12M8-12Q17-3 13 11M21-9Q28-2 24 8" ` +
            `fill="none" stroke="${K[2]}" stroke-opacity=".75" stroke-width="1.7" stroke-linecap="round"/>` +
            `<path d="M-22-11-10-15M-2-15.6 12-14.6M20-11 27-7" stroke="${K[3]}" ` +
            `stroke-opacity=".5" stroke-width="3" stroke-linecap="round"/>`,
        ) +
        shine("M-29-4C-25-11-14-15-2-15.4", 2, 0.55),
    );
  c.write(
    `<ellipse cx="${num(g.mx + 3)}" cy="${num(g.my + 5)}" rx="${num(38 * s)}" ry="${num(20 * s)}" ` +
      `transform="rotate(${Math.round(a)} ${num(g.mx + 3)} ${num(g.my + 5)})" fill="#2a1206" fill-opacity=".3"/>`,
  );
  c.edged(() => c.place(i, g.mx, g.my, a, s));
  const top = disc(g.mx, g.my, 20 * s, 9 * s);
  c.dots(top, 16, "#5a8a35", 1.9, 0.9);
  c.dots(top, 8, "#c9401f", 1.5, 0.8);
  c.dots(top, 8, "#fff6df", 1.4, 0.9);
}
export function skewers(c: Canvas, g: Region, kind: "tawook" | "tikka") {
  /* two sticks of grilled pieces */
  const ch = (kind === "tikka" ? mains.tikka : mains.tawook)(c),
    on = produce.pepper(c, kind === "tikka" ? "#4f9a3f" : "#d8372a"),
    s = g.r / 44;
  const a = (g.fanAng || 0) - 0.16;
  [-1, 1].forEach((sd) => {
    const ox = g.mx - Math.sin(a) * sd * 14 * s,
      oy = g.my + Math.cos(a) * sd * 14 * s,
      at = (t: number): Point => [ox + Math.cos(a) * t * s, oy + Math.sin(a) * t * s],
      p = at(-56),
      q = at(54);
    c.write(
      `<path d="${path("M", p[0] + 2, p[1] + 5, "L", q[0] + 2, q[1] + 5)}" stroke="#2a1206" ` +
        `stroke-opacity=".25" stroke-width="${num(22 * s)}" stroke-linecap="round"/>` +
        `<path d="${path("M", p[0], p[1], "L", q[0], q[1])}" ` +
        `stroke="#8a5a2a" stroke-width="3" stroke-linecap="round"/>` +
        `<path d="${path("M", p[0], p[1] - 0.8, "L", q[0], q[1] - 0.8)}" ` +
        `stroke="#e3b982" stroke-width="1.3" stroke-linecap="round"/>`,
    );
    c.edged(() => {
      for (let i = 0; i < 4; i++) {
        const t = -36 + i * 23 + sd * 3,
          e = at(t);
        if (i) {
          const z = at(t - 11.5);
          c.place(c.pick(on), z[0], z[1], a * 57 + 90, 0.86 * s);
        }
        c.place(ch[i % ch.length]!, e[0], e[1], c.between(-35, 35), 1.3 * s);
      }
    });
  });
  const top = disc(g.mx, g.my, 40 * s, 22 * s);
  c.dots(top, 14, "#4f7a2c", 1.6, 0.8);
}
export function leg(c: Canvas, g: Region) {
  const s = g.r / 27,
    i = c.piece(
      "leg",
      () =>
        `<path d="M20-16 31-26Q34-30 37-27 40-28 39.6-24.6 42-22 38-19.6L27-9Z" fill="#f3e3c2"/>` +
        `<path d="M-27 9C-31-8-16-24 2-22 12-22 20-19 26-16 30-12 28-8 24-5 22 6 14 20-3 22-15 24-25 19-27 9Z" fill="${c.radial(
          "leg",
          [
            [0, "#e6a75a"],
            [0.55, "#c0722b"],
            [1, "#6f3510"],
          ],
          'cx=".38" cy=".3" r=".8"',
        )}"/>` +
        unlined(
          `<path d="M-18 8C-20-2-12-13 0-15 8-15 14-12 17-10 8-9-4-3-9 6-11 11-17 13-18 8Z" ` +
            `fill="#f0c07a" fill-opacity=".5"/>` +
            `<path d="M-8 16Q4 15 12 5M-1 19Q8 15 15 6" stroke="#4d1f06" ` +
            `stroke-opacity=".45" stroke-width="2.4" stroke-linecap="round" fill="none"/>`,
        ) +
        shine("M-19 2C-18-8-9-15 1-16", 2.2, 0.5),
    );
  c.write(
    `<ellipse cx="${num(g.mx + 3)}" cy="${num(g.my + 6)}" rx="${num(29 * s)}" ry="${num(23 * s)}" fill="#2a1206" fill-opacity=".32"/>`,
  );
  c.edged(() => c.place(i, g.mx, g.my, c.between(-14, 14), s));
  const t = disc(g.mx - 3, g.my, 18 * s, 13 * s);
  c.dots(t, 14, "#3f220c", 1.5, 0.7);
  c.dots(t, 9, "#f7d9a0", 1.3, 0.8);
}
export function flatbread(c: Canvas, x: number, y: number, r: number, o: { spots?: number } = {}) {
  /* roti, naan, pita */
  const d = c.blob(x, y, r, r * 0.96, 0.035, 11),
    col = "#e9c88c";
  c.write(`<path d="${d}" transform="translate(2.4 4)" fill="#2a1206" fill-opacity=".28"/>`);
  c.edged(() =>
    c.write(
      `<path d="${d}" fill="${c.radial(`bread${col}`, [
        [0, lite(col, 0.3)],
        [0.7, col],
        [0.93, dark(col, 0.16)],
        [1, dark(col, 0.34)],
      ])}"/>`,
    ),
  );
  const g = disc(x, y, r * 0.9, r * 0.9 * 0.96);
  for (let i = 0; i < (o.spots || 9); i++) {
    const q = g.at(c, 0.92),
      s = c.between(0.05, 0.13) * r;
    c.write(
      `<path d="${c.blob(q[0], q[1], s * 1.3, s, 0.25, 6)}" fill="#8a4f1c" fill-opacity="${num(c.between(0.35, 0.75))}"/>`,
    );
  }
  c.dots(g, 14, "#fff3d2", 2, 0.5);
}
export function folded(c: Canvas, x: number, y: number, r: number, rot: number) {
  const i = c.piece(
    "fold",
    () =>
      `<path d="M-2 22C-24 16-31-4-26-20-8-27 14-25 27-18 27 2 16 18-2 22Z" fill="${c.linear("#f3d9a2", "#d9ab62", 0.4, 1)}"/>` +
      unlined(`<path d="M-26-20C-8-27 14-25 27-18 20-12 2-14-10-12-18-11-24-14-26-20Z" fill="#fbe9bf"/>`) +
      `<path d="M-20-10Q0-16 21-8" fill="none" stroke="#b9813a" stroke-opacity=".6" stroke-width="1.2"/>` +
      dotsAt(
        [
          [-12, -2],
          [2, 4],
          [10, -6],
          [-4, 12],
          [14, 2],
          [-18, -6],
        ],
        "#8a4f1c",
        4.6,
        0.6,
      ) +
      dotsAt(
        [
          [-6, 3],
          [5, -4],
          [3, 11],
          [-14, 6],
          [18, -10],
        ],
        "#a86a2c",
        3,
        0.6,
      ),
  );
  c.write(`<ellipse cx="${x + 3}" cy="${y + 5}" rx="${r}" ry="${r * 0.86}" fill="#2a1206" fill-opacity=".28"/>`);
  c.edged(() => {
    c.place(i, x, y, rot, r / 26);
    c.place(i, x + 6, y + 9, rot + 16, (r / 26) * 0.92);
  });
}

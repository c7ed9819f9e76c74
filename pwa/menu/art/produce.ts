// Vegetables, fruit and mushrooms: one piece each, its middle at the origin.
import type { Canvas } from "#pwa/menu/art/canvas";
import { cube } from "#pwa/menu/art/cuts";
import { dotsAt, lite, type Point, path, ring, shine, smooth, turn, unlined } from "#pwa/menu/art/pen";

export const tomato = (c: Canvas) =>
  c.piece(
    "tomato",
    () =>
      `<circle r="9.4" fill="${c.ball("#dc3a28", 0.12, 0.3)}"/>` +
      unlined(
        `<circle r="7.9" fill="#f2694b"/><g fill="#cf2f1f">` +
          `<path id="${c.prefix}t" d="M0-1.2C3.4-2 4.4-5.4 2.2-7-.1-7.6-2.6-7-2.8-5.2-2.9-3.4-1.8-1.6 0-1.2Z"/>` +
          `<use href="#${c.prefix}t" transform="rotate(122)"/><use href="#${c.prefix}t" transform="rotate(238)"/></g>`,
      ) +
      dotsAt(
        [
          [-1, -4],
          [1, -5.4],
          [0.8, -3],
          [4, 2],
          [3, 3.6],
          [4.8, 3.2],
          [-3.8, 2.2],
          [-4.6, 3.6],
          [-2.6, 3.8],
        ],
        "#ffd98f",
        1.3,
      ) +
      shine("M-7.6-2.6A8 8 0 0 1-3.6-7"),
  );
export const cucumber = (c: Canvas) =>
  c.piece(
    "cuc",
    () =>
      `<circle r="11" fill="#3b7a34"/>` +
      unlined(`<circle r="9.9" fill="#a9cf76"/><circle r="9" fill="#d3e9a8"/><circle r="5.6" fill="#e6f3c4"/>`) +
      `<path d="${ring(7, 4.2)
        .map((q, _i) => path("M", q[0] * 0.8, q[1] * 0.8, "L", q[0] * 1.15, q[1] * 1.15))
        .join("")}" stroke="#a5c777" stroke-width="1.7" stroke-linecap="round"/>` +
      shine("M-8.2-4A9 9 0 0 1-3.2-8.6", 1.3, 0.7),
  );
export const radish = (c: Canvas) =>
  c.piece(
    "rad",
    () =>
      `<circle r="8.6" fill="#cf2560"/>` +
      unlined(`<circle r="7.5" fill="#fff4f3"/><circle r="4" fill="#fbdfe2" fill-opacity=".7"/>`) +
      `<path d="${ring(9, 5.6)
        .map((q) => path("M", q[0] * 0.4, q[1] * 0.4, "L", q[0], q[1]))
        .join("")}" stroke="#f3c3cb" stroke-width=".7"/>` +
      shine("M-6.4-3A7 7 0 0 1-2.6-6.6", 1.2, 0.8),
  );
export const beet = (c: Canvas) =>
  c.piece(
    "beet",
    () =>
      `<circle r="9.6" fill="#7c1742"/>` +
      unlined(
        `<circle r="8.6" fill="#a0245a"/><circle r="6.4" fill="none" stroke="#c24a7e" stroke-width="1"/>` +
          `<circle r="3.6" fill="none" stroke="#c24a7e" stroke-width="1"/>`,
      ) +
      shine("M-7-3A8 8 0 0 1-3-7", 1.3, 0.5),
  );
export const zucchini = (c: Canvas) =>
  c.piece(
    "zuc",
    () =>
      `<circle r="10.6" fill="#4d7a31"/>` +
      unlined(`<circle r="9.4" fill="#dfe2a2"/><circle r="5" fill="#eceebb"/>`) +
      `<path d="M-8-3.6 8-6.4M-9 1.2 9-1.6M-8 6 8 3.2" stroke="#5b3d16" stroke-opacity=".75" stroke-width="1.7" stroke-linecap="round"/>` +
      shine("M-8-4A9 9 0 0 1-3-8.4"),
  );
export const aubergine = (c: Canvas) =>
  c.piece(
    "aub",
    () =>
      `<path d="${c.blob(0, 0, 12.6, 10.6, 0.07)}" fill="#3a1f3d"/>` +
      unlined(
        `<path d="${c.blob(0, 0, 10.9, 8.9, 0.07)}" fill="#d9b076"/><path d="${c.blob(1, 1, 7, 5.4, 0.1)}" fill="#e8c792"/>`,
      ) +
      `<path d="M-9-3 8-6M-10 1.6 9-1.6M-8 6 8 3" stroke="#5a2f12" stroke-opacity=".7" stroke-width="1.8" stroke-linecap="round"/>`,
  );
export const olive = (c: Canvas) =>
  c.piece(
    "olive",
    () =>
      `<ellipse rx="5.4" ry="4.8" fill="${c.ball("#43283f", 0.3, 0.4)}"/>` +
      unlined(`<circle cx=".6" cy=".4" r="1.8" fill="#170b14"/>`) +
      shine("M-3.4-1.6A4 4 0 0 1-1-3.4", 1.2, 0.7),
  );
export const greenOlive = (c: Canvas) =>
  c.piece(
    "golive",
    () =>
      `<ellipse rx="5.6" ry="4.8" fill="${c.ball("#8f9a3a", 0.3, 0.34)}"/>` +
      unlined(`<circle cx="1" cy=".4" r="1.9" fill="#c8472c"/>`) +
      shine("M-3.4-1.6A4 4 0 0 1-1-3.4", 1.2, 0.7),
  );
export const edamame = (c: Canvas) =>
  c.pieces(
    "ed",
    2,
    (i) =>
      `<ellipse rx="6.2" ry="4.4" fill="${c.ball(i ? "#8dbb3c" : "#9cc94a", 0.4, 0.3)}"/>` +
      shine("M-3.6-1.4A5 3 0 0 1 0-3", 1.3, 0.6),
  );
export const pea = (c: Canvas) => c.piece("pea", () => `<circle r="3.9" fill="${c.ball("#7fb53b", 0.42, 0.32)}"/>`);
export const corn = (c: Canvas) =>
  c.pieces(
    "corn",
    2,
    (i) =>
      `<path d="M-3.9-2.4C-2.6-4.8 2.6-4.8 3.9-2.4L2.9 3.2C1.6 4.6-1.6 4.6-2.9 3.2Z" ` +
      `fill="${c.ball(i ? "#f6c22e" : "#fbd24a", 0.45, 0.26)}"/>`,
  );
export const blueberry = (c: Canvas) =>
  c.piece("blu", () => `<circle r="4.6" fill="${c.ball("#3c4b86", 0.34, 0.4)}"/>`);
export const sweetpotato = (c: Canvas) =>
  cube(
    c,
    "sp",
    c.linear("#f29a45", "#e27a27", 1, 1),
    "#b4551a",
    7.4,
    (_i, _a) =>
      `<path d="M-5-4.4h6M-4 2.6h4" stroke="#8d3c0d" stroke-opacity=".5" stroke-width="2" stroke-linecap="round"/>` +
      shine("M-5.6-1V-5.4H0", 1, 0.45),
  );
export const mango = (c: Canvas) =>
  cube(c, "mg", c.linear("#ffd04d", "#f6ac25", 1, 1), "#cc7f12", 6.6, shine("M-5-1V-5H0", 1, 0.6));
export const mushroom = (c: Canvas) =>
  c.piece(
    "mush",
    () =>
      `<path d="M-9.6-.6C-9.6-8 9.6-8 9.6-.6 9.6 2.4 5.6 2.4 3.2 1.4L2.8 7.6Q0 9.4-2.8 7.6L-3.2 1.4` +
      `C-5.6 2.4-9.6 2.4-9.6-.6Z" fill="#a27b52"/>` +
      unlined(
        `<path d="M-8-1C-7.6-6.4 7.6-6.4 8-1 7 .8 4 .2 2 .2L1.7 6.8Q0 7.8-1.7 6.8L-2 .2C-4 .2-7 .8-8-1Z" ` +
          `fill="#f0dfc1"/>` +
          `<path d="M-6-.9Q0-2.4 6-.9" stroke="#b08a60" stroke-width="1.4" fill="none"/>`,
      ),
  );
export const broccoli = (c: Canvas) =>
  c.pieces("broc", 2, (_i) => {
    const p: Point[] = [];
    for (let k = 0; k < 9; k++) {
      const a = (k / 9) * turn,
        q = k % 2 ? 0.86 : 1.06;
      p.push([Math.cos(a) * 11.6 * q, Math.sin(a) * 10.4 * q - 1.4]);
    }
    const sp = (n: number, r: number) => c.scattered(n, r, 0, -1.4);
    return (
      `<path d="M-3 4-3.6 13Q0 14.6 3.6 13L3 4Z" fill="#b5cd79"/><path d="${smooth(p)}" fill="${c.ball("#3d7a35", 0.1, 0.35)}"/>` +
      dotsAt(sp(16, 9), "#2c5f28", 3.4, 0.8) +
      dotsAt(sp(16, 8.6), "#5b9a46", 3) +
      dotsAt(
        sp(13, 7.4).map((q): Point => [q[0] - 1.4, q[1] - 1.6]),
        "#8abf62",
        1.9,
      )
    );
  });
export const cauliflower = (c: Canvas) =>
  c.pieces("caul", 2, (_i) => {
    const p: Point[] = [];
    for (let k = 0; k < 9; k++) {
      const a = (k / 9) * turn,
        q = k % 2 ? 0.86 : 1.06;
      p.push([Math.cos(a) * 11 * q, Math.sin(a) * 10 * q - 1]);
    }
    const sp = (n: number, r: number) => c.scattered(n, r, 0, -1);
    return (
      `<path d="${smooth(p)}" fill="${c.ball("#e7bf6a", 0.2, 0.4)}"/>` +
      dotsAt(sp(14, 8.6), "#a8661d", 3, 0.6) +
      dotsAt(sp(15, 8), "#f6dc9b", 2.8) +
      dotsAt(sp(6, 7), "#8a4a12", 1.8, 0.7)
    );
  });
export const avo = (c: Canvas) =>
  c.pieces(
    "avo",
    1,
    () =>
      `<path d="M-23 6C-20-14 20-14 23 6 17 1.6 9 .4 0 .4S-17 1.6-23 6Z" fill="#4d7530"/>` +
      unlined(
        `<path d="M-21.4 4C-18-12.4 18-12.4 21.4 4 15 .2 8-.6 0-.6S-15 .2-21.4 4Z" fill="${c.linear("#a7c455", "#f6efb4", 0, 0.8)}"/>`,
      ) +
      shine("M-14-4.6Q-6-9 4-9", 1.1, 0.5),
  );
export const pepper = (c: Canvas, col = "#d8372a") =>
  c.pieces(
    `pep${col}`,
    2,
    (i) =>
      `<path d="M-13 3C-9-7 8-9 14-2 10-2.6 6-2 1 0-4 2-9 6-13 3Z" fill="${i ? col : lite(col, 0.14)}"/>` +
      shine("M-9 .6Q-2-5 7-4.8", 1.3, 0.55),
  );

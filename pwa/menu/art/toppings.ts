// Herbs, nuts, citrus and other small things. One piece each, its middle at the origin.
import type { Canvas } from "#pwa/menu/art/canvas";
import { citrus, cube } from "#pwa/menu/art/cuts";
import { dark, dotsAt, lite, type Point, path, shine, unlined } from "#pwa/menu/art/pen";

export const pomegranate = (c: Canvas) =>
  c.piece(
    "pom",
    () =>
      `<path d="M0-4.2C2.8-3.4 3.8-.6 3.2 1.6 2.4 4-2.4 4-3.2 1.6-3.8-.6-2.8-3.4 0-4.2Z" fill="${c.ball("#c01a3e", 0.3, 0.4)}"/>` +
      dotsAt([[-1, -1.2]], "#ffd7dc", 1.5),
  );
export const lemon = (c: Canvas) => citrus(c, "lem", "#f3c11f", "#fff4c0", "#fbdc52");
export const lime = (c: Canvas) => citrus(c, "lim", "#5e9b2d", "#eff5c9", "#bcd866");
export const leaf = (c: Canvas, col = "#4d8b3a") =>
  c.pieces(
    `leaf${col}`,
    2,
    (i) =>
      `<path d="M0-10.4C6.8-7.8 8 2.6 0 10.4-8 2.6-6.8-7.8 0-10.4Z" fill="${i ? col : lite(col, 0.1)}"/>` +
      unlined(`<path d="M0-10.4C6.8-7.8 8 2.6 0 10.4Z" fill="${dark(col, 0.18)}" fill-opacity=".55"/>`) +
      `<path d="M0 9V-7M0 4 3.6 1M0 4-3.6 1M0-1 3-4M0-1-3-4" ` +
      `stroke="${lite(col, 0.55)}" stroke-opacity=".7" stroke-width=".8" fill="none"/>`,
  );
export const parsley = (c: Canvas, col = "#4f8f35") =>
  c.pieces(`pars${col}`, 2, (i) => {
    const t = i ? col : lite(col, 0.1);
    return (
      `<path d="M0 11Q.8 6 0 1" fill="none" stroke="${dark(col, 0.1)}" stroke-width="1.4" stroke-linecap="round"/>` +
      `<path d="M0 2C-3 3.2-6.4 3-9.4.8-8 .2-7.6-.8-8.6-2.6-6.6-2-5.8-2.6-5.8-4.6-4.4-3.2-3.4-3.2-2.6-3.8` +
      "-4.2-5-4.6-6.6-4.2-8.4-2.6-7.8-1.4-8.6 0-11.4 1.4-8.6 2.6-7.8 4.2-8.4 4.6-6.6 4.2-5 2.6-3.8 " +
      `3.4-3.2 4.4-3.2 5.8-4.6 5.8-2.6 6.6-2 8.6-2.6 7.6-.8 8 .2 9.4.8 6.4 3 3 3.2 0 2Z" fill="${t}"/>` +
      unlined(
        `<path d="M0 2C1.6-2 1-6 0-11.4 1.4-8.6 2.6-7.8 4.2-8.4 4.6-6.6 4.2-5 2.6-3.8 3.4-3.2 4.4-3.2 5.8-4.6 ` +
          `5.8-2.6 6.6-2 8.6-2.6 7.6-.8 8 .2 9.4.8 6.4 3 3 3.2 0 2Z" fill="${dark(col, 0.2)}" fill-opacity=".45"/>`,
      ) +
      `<path d="M0 1V-7.4M0 .6-5.6-.8M0 .6 5.6-.8" fill="none" stroke="${lite(col, 0.5)}" ` +
      `stroke-opacity=".7" stroke-width=".8" stroke-linecap="round"/>`
    );
  });
export const rocket = (c: Canvas, col = "#5f9c3c") =>
  c.pieces(
    `rock${col}`,
    2,
    (i) =>
      `<path d="M0 12C-.8 8-.4 6-.8 5-3 5.8-5.4 4.6-4.8 2.4-3.2 3-1.8 2.4-1.4 1-4.4 1-6.4-.8-5.8-3.2-4-2` +
      "-2.2-2-1.8-3.4-5-5-4.4-10.4 0-12.2 4.4-10.4 5-5 1.8-3.4 2.2-2 4-2 5.8-3.2 6.4-.8 4.4 1 1.4 1 " +
      `1.8 2.4 3.2 3 4.8 2.4 5.4 4.6 3 5.8.8 5 .4 6 .8 8 0 12Z" fill="${i ? col : lite(col, 0.14)}"/>` +
      `<path d="M0 11V-8M0 1-3-.6M0 1 3-.6M0-4 2.4-6.4M0-4-2.4-6.4" fill="none" ` +
      `stroke="${lite(col, 0.6)}" stroke-opacity=".8" stroke-width=".9" stroke-linecap="round"/>`,
  );
export const chilli = (c: Canvas) =>
  c.piece(
    "chi",
    () =>
      `<circle r="3.9" fill="#c8281c"/>` +
      unlined(`<circle r="2.6" fill="#f2a18b"/>`) +
      dotsAt(
        [
          [-0.8, -0.6],
          [0.9, 0.6],
        ],
        "#fff0c4",
        1.1,
      ),
  );
export const spring = (c: Canvas) =>
  c.piece(
    "spr",
    () =>
      `<circle r="3.7" fill="#6fa544"/>${unlined(`<circle r="2.4" fill="#dff0bd"/><circle r="1" fill="#8dbb5c"/>`)}`,
  );
export const cashew = (c: Canvas) =>
  c.piece(
    "cas",
    () =>
      `<path d="M-5.6 1.4C-6.4-3 .6-6 4.6-2.8 7-.8 5.6 3 3.2 2.4 1.6 2 2-.2 0 0-1.8.2-1.8 ` +
      `2.6-3 3.2-4.4 3.8-5.4 2.8-5.6 1.4Z" fill="${c.ball("#e8c68a", 0.4, 0.34)}"/>`,
  );
export const almond = (c: Canvas) =>
  c.piece(
    "alm",
    () =>
      `<path d="M0-6.4C3.8-4 4.2 2.4 0 6 -4.2 2.4-3.8-4 0-6.4Z" fill="#f6e6c4"/>` +
      unlined(`<path d="M0-6.4C3.8-4 4.2 2.4 0 6 1.4 2-.4-3 0-6.4Z" fill="#dcbd86"/>`) +
      `<path d="M0-6.4C3.8-4 4.2 2.4 0 6-4.2 2.4-3.8-4 0-6.4Z" fill="none" stroke="#a9713a" stroke-width=".9"/>`,
  );
export const pine = (c: Canvas) =>
  c.piece("pine", () => `<path d="M0-4.4C2.2-3 2.4 2 0 4-2.4 2-2.2-3 0-4.4Z" fill="${c.ball("#efd08c", 0.4, 0.3)}"/>`);
export const chip = (c: Canvas) =>
  c.pieces("chip", 3, (i) => {
    const p: [Point, Point, Point] = [
      [-12 + i * 2, 7],
      [2, -11 + i],
      [11, 6 - i],
    ];
    const edge =
      path("M", p[0][0], p[0][1], "Q", -3, -4, p[1][0], p[1][1]) +
      path("Q", 8, -2, p[2][0], p[2][1], "Q", 0, 8, p[0][0], p[0][1], "Z");
    return (
      `<path d="${edge}" fill="${c.linear("#eac07a", "#c98d3d", 1, 1)}"/>` +
      dotsAt(
        [
          [-3, 3],
          [3, 0],
          [1, -4],
          [5, 4],
        ],
        "#8b5015",
        1.9,
        0.6,
      ) +
      dotsAt(
        [
          [0, 2],
          [-6, 4.4],
          [3, -3],
        ],
        "#f7deaa",
        1.6,
        0.9,
      )
    );
  });
export const turnip = (c: Canvas) =>
  c.pieces(
    "turn",
    2,
    (i) =>
      `<path d="M-3.2-11Q0-12.4 3.2-11L3 11Q0 12.2-3 11Z" fill="${c.linear(i ? "#e0508c" : "#d63f7e", "#a31e57", 1, 0.2)}"/>` +
      shine("M-1.6-9.4V7", 1.3, 0.5),
  );
export const raisin = (c: Canvas) =>
  c.piece("rai", () => `<path d="${c.blob(0, 0, 3.4, 2.6, 0.2, 6)}" fill="${c.ball("#5a2c1c", 0.3, 0.4)}"/>`);
export const crouton = (c: Canvas) =>
  cube(
    c,
    "crt",
    c.linear("#f2cf8d", "#dba552", 1, 1),
    "#9a6320",
    6.4,
    dotsAt(
      [
        [-2, -2],
        [1, 1],
      ],
      "#a86f28",
      1.4,
      0.7,
    ),
  );

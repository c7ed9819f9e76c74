// What the meal is built on: beans, cheese, meat, fish, eggs. One piece each, its middle at the origin.
import type { Canvas } from "#pwa/menu/art/canvas";
import { chunk, cube } from "#pwa/menu/art/cuts";
import { dotsAt, pt, shine, turn, unlined } from "#pwa/menu/art/pen";

export const chickpea = (c: Canvas) =>
  c.pieces(
    "cp",
    2,
    (i) =>
      `<path d="M-5 .4C-5.2-3.4-1.8-5.4 1.4-4.8 4.6-4.2 5.8-1.4 5.2 1.4 4.6 4.6 1.4 5.4-1.2 5-3.6 4.6-4.8 2.8-5 .4Z" ` +
      `fill="${c.ball(i ? "#dcae5e" : "#e6bd72", 0.45, 0.3)}"/>` +
      `<path d="M1.6 1.2q1.8 0 2.4-1.6" fill="none" stroke="#9b6a24" stroke-opacity=".7" stroke-width=".9"/>`,
  );
export const kidney = (c: Canvas) =>
  c.pieces(
    "kb",
    2,
    (i) =>
      `<path d="M-6.4.6C-6.6-3.4-2.4-4.6 0-3.4 2.6-4.6 6.6-3.2 6.4.8 6.2 4 2.6 5 0 4.8-3.4 5-6.2 3.8-6.4.6Z" ` +
      `fill="${c.ball(i ? "#7d2018" : "#8f2c1e", 0.3, 0.4)}"/>` +
      shine("M-4.2-1A4 3 0 0 1-1.6-2.4", 1.2, 0.6),
  );
export const blackbean = (c: Canvas) =>
  c.piece(
    "bb",
    () => `<ellipse rx="5" ry="3.5" fill="${c.ball("#35232b", 0.3, 0.5)}"/>${shine("M-3-.8A3 2 0 0 1-1-2", 1.1, 0.6)}`,
  );
export const paneer = (c: Canvas) =>
  cube(
    c,
    "pn",
    c.linear("#fff8e4", "#f3e0b4", 1, 1),
    "#c79a55",
    8.4,
    (i) =>
      `<path d="${i ? "M-6.4-6.6Q-1-7.4 4.4-6.4M4.9-4.4V3.6" : "M-6.2 4.6Q-1 5.6 4 4.6M-7-4.6V2.4"}" ` +
      `fill="none" stroke="#b86e1f" stroke-opacity=".62" stroke-width="2.4" stroke-linecap="round"/>` +
      dotsAt(
        i
          ? [
              [-3, -3],
              [1, 0],
              [-4, 2],
              [2, -4],
            ]
          : [
              [-2, -4],
              [2, -2],
              [-4, 0],
              [0, 2],
            ],
        "#d99a45",
        1.8,
        0.7,
      ),
  );
export const tofu = (c: Canvas) =>
  cube(
    c,
    "tf",
    c.linear("#f7dfa8", "#eec77d", 1, 1),
    "#b57d32",
    8.2,
    (_i) =>
      `<path d="M-6.6-6.4H4M-6.8-6V4" stroke="#a8681f" stroke-opacity=".6" stroke-width="1.8" stroke-linecap="round"/>` +
      dotsAt(
        [
          [-2, -1],
          [2, 2],
          [-4, 3],
          [1, -4],
        ],
        "#c48a3d",
        1.4,
        0.7,
      ),
  );
export const feta = (c: Canvas) =>
  cube(
    c,
    "ft",
    "#fffdf6",
    "#ded6c2",
    6.2,
    dotsAt(
      [
        [-2, -2],
        [1, 1],
        [-3, 2],
      ],
      "#e3dac6",
      1.3,
    ),
  );
export const salmoncube = (c: Canvas) =>
  cube(
    c,
    "sc",
    c.linear("#ff9a6c", "#f2764a", 1, 1),
    "#c4522b",
    8.2,
    (i) =>
      `<path d="${i ? "M-7-3Q-2-5 1-8M-7 2Q0 0 5-7M-5 6Q2 3 6-2" : "M-7 3Q-2 5 1 6M-7-2Q0 1 6 5M-4-7Q2-3 6 0"}" ` +
      `fill="none" stroke="#ffe1cf" stroke-opacity=".85" stroke-width="1.3" stroke-linecap="round"/>`,
  );
export const tunacube = (c: Canvas) =>
  cube(
    c,
    "tc",
    c.linear("#d9526a", "#b93350", 1, 1),
    "#7d1c33",
    8,
    (_i) =>
      `<path d="M-6-3Q0-5 5-4M-6 2Q0 0 5 2" fill="none" stroke="#f0a0ad" stroke-opacity=".7" stroke-width="1.1" stroke-linecap="round"/>`,
  );
export const tikka = (c: Canvas) => chunk(c, "tk", "#e0662a", "#511504");
export const tawook = (c: Canvas) => chunk(c, "tw", "#dfa14d", "#5c2c08");
export const chickenchunk = (c: Canvas) => chunk(c, "cc", "#d99a58", "#7a3d12");
export const lambchunk = (c: Canvas) => chunk(c, "lc", "#8f5230", "#33140a");
export const fishchunk = (c: Canvas) => chunk(c, "fc", "#eec687", "#9c5c1e", 12);
export const falafel = (c: Canvas) =>
  c.pieces(
    "fa",
    2,
    (_i) =>
      `<path d="${c.blob(0, 0, 12, 11.4, 0.06, 9)}" fill="${c.ball("#9c6632", 0.3, 0.45)}"/>` +
      dotsAt(c.scattered(13, 9.6), "#5b3413", 1.9, 0.7) +
      dotsAt(
        Array.from({ length: 12 }, () => pt(-1.4, -1.8, c.random() * turn, Math.sqrt(c.random()) * 8.4)),
        "#d8a566",
        1.7,
        0.8,
      ) +
      dotsAt(
        Array.from({ length: 4 }, () => pt(0, 0, c.random() * turn, c.random() * 8)),
        "#7d9147",
        1.7,
        0.9,
      ),
  );
export const falafelcut = (c: Canvas) =>
  c.piece(
    "fac",
    () =>
      `<path d="${c.blob(0, 0, 12, 11, 0.05, 9)}" fill="#7c4b20"/>` +
      unlined(`<path d="${c.blob(0, 0, 10.2, 9.2, 0.06, 9)}" fill="#a7b35c"/>`) +
      dotsAt(c.scattered(12, 7.6), "#7d9140", 1.9) +
      dotsAt(c.scattered(9, 7.4), "#d7d79a", 1.6),
  );
export const meatball = (c: Canvas) => chunk(c, "mb", "#8a5029", "#3a1808", 10);
export const egg = (c: Canvas) =>
  c.piece(
    "egg",
    () =>
      `<ellipse rx="13.4" ry="11" fill="${c.linear("#fffdf7", "#e9e1cf", 1, 1)}"/>` +
      unlined(
        `<circle cx=".6" cy=".2" r="6.3" fill="${c.radial(
          "yolk",
          [
            [0, "#ffd25a"],
            [0.55, "#fbae28"],
            [1, "#e58a17"],
          ],
          'cx=".4" cy=".35" r=".7"',
        )}"/><ellipse cx="-1.6" cy="-2.2" rx="2" ry="1.2" fill="#fff2c4" fill-opacity=".85"/>`,
      ) +
      shine("M-10.4-4A11 9 0 0 1-4-9", 1.2, 0.9),
  );
export const prawn = (c: Canvas) =>
  c.piece(
    "prawn",
    () =>
      `<path d="M-9.6 7.4C-15-1-10-12.4 1-12.4 9.4-12.4 14-5.6 12.6 1.4 11.8 5.4 9 7.4 6.4 ` +
      `6.6 4.4 6 4.6 3.6 5.4 1.6 6.6-2 4-5.2.4-5-4-4.8-5.6.6-3.8 5.2-3 7.6-7.8 10.4-9.6 7.4Z" ` +
      `fill="${c.linear("#ffa877", "#ee6a3e", 0.3, 1)}"/>` +
      `<path d="M-11.4-1 -4.8-.4M-8.6-8.4-3.6-3.4M-1.4-12-1-5.2M6.4-10.6 3.2-4.4M11.8-5 5.6-2.4M12.6 1 5.4 2" ` +
      `fill="none" stroke="#fff0e2" stroke-opacity=".85" stroke-width="1.7" stroke-linecap="round"/>` +
      `<path d="M-9.2 6.4C-12 9-13 12-12.4 14-10 13.6-8.6 12.4-8 11-6.8 12.6-5 13.4-3 13.4-3 10.4-4 7.6-5.6 5.8Z" fill="#e2562f"/>` +
      shine("M-8-6C-5-10-1-11 3-10.8", 1.4, 0.5),
  );
export const halloumi = (c: Canvas) =>
  c.pieces(
    "hal",
    2,
    (_i) =>
      `<path d="M-15-7.6C-10-9 10-9 15-7.4 16.4-3 16.2 4 15 7.6 9 8.8-9 8.8-15 7.4-16.2 3-16.2-3-15-7.6Z" ` +
      `fill="${c.linear("#fbeec2", "#eccf8b", 0, 1)}"/>` +
      `<path d="M-11-7.6-7 7.8M-4.4-8-.4 8M2.2-8.2 6.2 8M8.8-8 12.6 7.4" ` +
      `stroke="#7d4512" stroke-opacity=".78" stroke-width="2.2" stroke-linecap="round"/>` +
      shine("M-13-6.6Q-5-7.8 4-7.6", 1, 0.7),
  );
export const vine = (c: Canvas) =>
  c.pieces(
    "vine",
    2,
    (_i) =>
      `<path d="M-17 0C-17.6-5.6-14-7-10-7H10C14.4-7 17.6-5.4 17 0 17.4 5.8 14 7 10 7H-10C-14 7-17.4 5.6-17 0Z" ` +
      `fill="${c.linear("#73823a", "#39461b", 0.1, 1)}"/>` +
      `<path d="M-12-6.8Q-9 0-12 6.6M-4-7Q0 0-4 7M6-7Q9 0 5 7M-16 0Q0-3 16 0" ` +
      `fill="none" stroke="#2b3613" stroke-opacity=".55" stroke-width="1.1"/>` +
      shine("M-13-4Q0-6.4 12-4.4", 1.6, 0.38),
  );
export const kofta = (c: Canvas) =>
  c.pieces(
    "kof",
    2,
    (_i) =>
      `<path d="M-25 1C-26-6-20-8.6-13-8.2-4-9-.6-7.8 6-8.4 15-9 25-7.6 25.4-.4 25.8 6.6 19 8.6 12 ` +
      `8.2 4 9-4 7.8-11 8.4-19 9-24.4 7.4-25 1Z" fill="${c.linear("#a9683a", "#5a2c12", 0.05, 1)}"/>` +
      `<path d="M-17-7.4-13.4 8M-7.6-8-4 8M2-8 5.6 8M11.6-8 15 7.6" stroke="#32130570" stroke-width="3" stroke-linecap="round"/>` +
      dotsAt(
        [
          [-20, -1],
          [-10, 3],
          [-1, -4],
          [8, 4],
          [19, -2],
          [9, -3],
          [-14, 5],
        ],
        "#6f8a3a",
        1.6,
        0.85,
      ) +
      shine("M-19-5.2Q-8-7 3-6M9-6.4H17", 1.8, 0.4),
  );
export const slice = (c: Canvas) =>
  c.pieces(
    "chs",
    2,
    (_i) =>
      `<path d="M-22 3C-24-4-19-7.2-11-7.4H12C20-7 24-2.4 22.4 3 21 7-18 7.4-22 3Z" fill="#a85f22"/>` +
      unlined(
        `<path d="M-20.4 3.4C-21.6-1-17-4.4-10-4.6H11C18-4.4 21.4-.6 20.6 3.2 18 6.4-17.6 6.6-20.4 3.4Z" ` +
          `fill="${c.linear("#fdf0d8", "#ecd0a4", 0, 1)}"/>` +
          `<path d="M-15 1.4Q-4-1.4 4 .6T17 .2M-12 4Q0 2 12 3.6" fill="none" ` +
          `stroke="#d5ac76" stroke-width="1" stroke-opacity=".8"/>` +
          `<path d="M-15-6.8-12-4.4M-6-7.2-3-4.8M3-7.2 6-4.8M12-6.8 15-4.2" ` +
          `stroke="#4e230780" stroke-width="2.4" stroke-linecap="round"/>`,
      ),
  );
export const beefslice = (c: Canvas) =>
  c.piece(
    "bfs",
    () =>
      `<path d="M-19 2C-20-5-14-7.4-8-7H11C17-6.6 20-3 19 2.4 17 7.4-16 7.8-19 2Z" fill="#55281a"/>` +
      unlined(
        `<path d="M-16.6 2.2C-17-2.4-12-4.4-7-4.2H10C14.6-4 16.8-1.4 16.2 2 14 5-14 5.4-16.6 2.2Z" fill="#a44a40"/>` +
          `<path d="M-12 1.6C-11-1.4-5-2.2 0-2.2 7-2.2 12-.6 12 1.2 9 3.4-9 3.8-12 1.6Z" fill="#cf7768"/>`,
      ) +
      shine("M-11-5.4H4", 1.2, 0.35),
  );
export const dumpling = (c: Canvas) =>
  c.piece(
    "dump",
    () =>
      `<path d="${c.blob(0, 0, 12, 11.4, 0.04, 9)}" fill="${c.ball("#f3e6cc", 0.4, 0.2)}"/>` +
      `<path d="M0-8Q2-3 0 0M7-4Q3-2 0 0M6 5Q3 3 0 0M-2 8Q-1 3 0 0M-8 3Q-3 2 0 0M-6-5Q-3-3 0 0" ` +
      `fill="none" stroke="#b99b6a" stroke-width="1.1"/>`,
  );

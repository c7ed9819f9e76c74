import type { Canvas } from "#pwa/menu/art/canvas";
import { creamColours, type Grain, grainColours, leafColours, noodleColours, poolColours } from "#pwa/menu/art/colours";
import { dark, lite, num, type Point, path, pt, smooth, turn } from "#pwa/menu/art/pen";
import { disc } from "#pwa/menu/art/regions";

function grains(c: Canvas, name: string, g: Grain, cx: number, cy: number, R: number) {
  const n = Math.round(60 * (c.thumb ? 0.4 : 1) * Math.min(1, R / 80 + 0.1)),
    layer = (col: string, w: number, m: number, o?: number) => {
      const i = c.nextId();
      let d = "";
      for (let k = 0; k < m; k++) {
        const a = c.random() * turn,
          q = Math.sqrt(c.random()) * (R - 2),
          p = pt(0, 0, a, q),
          t = c.random() * turn;
        d += path("M", p[0], p[1]) + (g[4] < 1 ? "h0" : path("l", Math.cos(t) * g[4], Math.sin(t) * g[4]));
      }
      c.defs += `<path id="${i}" d="${d}"/>`;
      c.write(
        `<g stroke="${col}" stroke-width="${w}"${o ? ` stroke-opacity="${o}"` : ""}>` +
          [0, 120, 240].map((t) => `<use href="#${i}"${t ? ` transform="rotate(${t})"` : ""}/>`).join("") +
          "</g>",
      );
    };
  c.write(
    `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(R)}" fill="${g[0]}"/>` +
      `<g transform="translate(${num(cx)} ${num(cy)})" fill="none" stroke-linecap="round">`,
  );
  layer(g[1], g[5] * 1.05, n, 0.6);
  layer(g[2], g[5], Math.round(n * 1.1));
  layer(g[3], g[5] * 0.86, Math.round(n * 0.9));
  if (name === "quinoa") layer("#b4552f", 2.4, 9);
  if (name === "jeera-rice") layer("#6b4a22", 1.5, 9);
  if (name === "biryani") layer("#c9471d", 2, 9);
  if (name === "couscous" || name === "millet") layer("#7d9a45", 2, 7);
  c.write("</g>");
}
function leavesBase(c: Canvas, cx: number, cy: number, R: number, tones: string[]) {
  c.write(`<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(R)}" fill="${dark(tones[0]!, 0.35)}"/>`);
  const ids = c.pieces(`lf${tones[0]}`, 3, (i) => lettuce(c, 20, tones[i % tones.length]!));
  const pts: [number, number, number][] = [];
  for (let ringN = 0; ringN < 3; ringN++) {
    const rr = R * [0.8, 0.48, 0.12][ringN]!,
      m = [11, 7, 3][ringN]!;
    for (let i = 0; i < m; i++)
      pts.push([...pt(cx, cy, (i / m) * turn + ringN, rr + c.between(-3, 3)), (i / m) * 360 + ringN * 57]);
  }
  c.edged(
    () =>
      pts.forEach((q, i) =>
        c.place(ids[i % 3]!, q[0], q[1], q[2] + c.between(-30, 30) + 90, (c.between(0.9, 1.15) * R) / 90),
      ),
    "#10240c",
    0.38,
    2.4,
  );
}
export function lettuce(c: Canvas, r: number, col: string) {
  const n = 15,
    p: Point[] = [];
  for (let i = 0; i < n; i++) {
    const a = (i / n) * turn,
      k = (i % 2 ? 0.84 : 1.06) * c.between(0.92, 1.08);
    p.push([Math.cos(a) * r * 0.82 * k, Math.sin(a) * r * k]);
  }
  const heart = p.map((q): Point => [q[0] * 0.66, q[1] * 0.68 + r * 0.08]);
  const stem = path("M", 0, r * 0.8, "Q", c.between(-2, 2), 0, 0, -r * 0.7);
  // Pairs of veins, to the right and to the left.
  const veins = [
    path("M", 0, r * 0.3, "q", r * 0.2, -r * 0.2, r * 0.42, -r * 0.3),
    path("M", 0, r * 0.3, "q", -r * 0.2, -r * 0.2, -r * 0.42, -r * 0.3),
    path("M", 0, -r * 0.1, "q", r * 0.15, -r * 0.15, r * 0.3, -r * 0.22),
    path("M", 0, -r * 0.1, "q", -r * 0.15, -r * 0.15, -r * 0.3, -r * 0.22),
  ];
  const line = `fill="none" stroke="${lite(col, 0.55)}" stroke-opacity=".75" stroke-width="1.1" stroke-linecap="round"`;
  return (
    `<path d="${smooth(p)}" fill="${col}"/>` +
    `<g stroke="none"><path d="${smooth(heart)}" fill="${lite(col, 0.2)}"/></g>` +
    `<path d="${[stem, ...veins].join("")}" ${line}/>`
  );
}
function noodles(c: Canvas, cx: number, cy: number, R: number, cols: string[]) {
  c.write(
    `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(R)}" fill="${cols[0]}"/><g fill="none" stroke-linecap="round">`,
  );
  cols.forEach((col, i) => {
    let d = "",
      m = Math.round([60, 60, 52, 34][i]! * (c.thumb ? 0.5 : 1));
    for (let k = 0; k < m; k++) {
      const a = c.random() * turn,
        ox = c.between(-0.35, 0.35) * R,
        oy = c.between(-0.35, 0.35) * R,
        rr = c.between(0.18, 0.62) * R,
        s = c.between(0.9, 2.1),
        p = pt(cx + ox, cy + oy, a, rr),
        q = pt(cx + ox, cy + oy, a + s, rr * c.between(0.85, 1.15));
      if (Math.hypot(p[0] - cx, p[1] - cy) > R - 3 || Math.hypot(q[0] - cx, q[1] - cy) > R - 3) continue;
      d += path("M", p[0], p[1], "A", rr, rr, 0, 0, 1, q[0], q[1]);
    }
    c.write(`<path d="${d}" stroke="${col}" stroke-width="${i === 0 ? 5.5 : i === 3 ? 1.5 : 3.8}"/>`);
  });
  c.write("</g>");
}
export function cream(c: Canvas, cx: number, cy: number, R: number, col: string, oil: string | 0) {
  /* hummus, labneh: spoon-swirled */
  c.write(
    `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(R)}" fill="${c.ball(col, 0.3, 0.16)}"/><g fill="none" stroke-linecap="round">`,
  );
  for (let i = 0; i < 6; i++) {
    const rr = R * (0.9 - i * 0.14),
      a = -2.2 + i * 0.5,
      p = pt(cx, cy, a, rr),
      q = pt(cx, cy, a + 4.2, rr * 0.92);
    c.write(
      `<path d="${path("M", p[0], p[1], "A", rr, rr, 0, 1, 1, q[0], q[1])}" ` +
        `stroke="${dark(col, 0.22)}" stroke-opacity=".55" stroke-width="${num(R * 0.05)}"/>` +
        `<path d="${path("M", p[0] + R * 0.03, p[1] + R * 0.04, "A", rr, rr, 0, 1, 1, q[0] + R * 0.03, q[1] + R * 0.04)}" ` +
        `stroke="#fffaf0" stroke-opacity=".65" stroke-width="${num(R * 0.045)}"/>`,
    );
  }
  c.write("</g>");
  if (oil)
    c.write(
      `<path d="${c.blob(cx, cy, R * 0.34, R * 0.3, 0.18)}" fill="${oil}" fill-opacity=".82"/>` +
        `<path d="${c.blob(cx - R * 0.08, cy - R * 0.1, R * 0.14, R * 0.07, 0.1)}" fill="#fff6c8" fill-opacity=".8"/>`,
    );
}
export function pool(c: Canvas, cx: number, cy: number, R: number, col: string, o: { oil?: string | 0 } = {}) {
  /* curry, soup */
  c.write(
    `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(R)}" fill="${c.radial(
      `pool${col}`,
      [
        [0, lite(col, 0.14)],
        [0.62, col],
        [1, dark(col, 0.26)],
      ],
      'cx=".4" cy=".36" r=".72"',
    )}"/>`,
  );
  const reg = disc(cx, cy, R * 0.94);
  c.dots(reg, Math.round(46 * c.density), dark(col, 0.3), 2.6, 0.3);
  c.dots(reg, Math.round(40 * c.density), lite(col, 0.34), 2, 0.5);
  c.write(
    `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(R - 2.6)}" fill="none" ` +
      `stroke="${lite(o.oil || "#f2a03a", 0.05)}" stroke-opacity=".28" stroke-width="4" ` +
      `stroke-dasharray="${num(R * 0.5)} ${num(R * 0.12)} ${num(R * 0.2)} ${num(R * 0.3)}" stroke-linecap="round"/>`,
  );
  if (o.oil !== 0) {
    let d = "";
    for (let i = 0; i < 12; i++) {
      const q = reg.at(c, 0.95),
        r = c.between(1.4, 4.6);
      d += path("M", q[0] - r, q[1], "a", r, r, 0, 1, 0, 2 * r, 0, "a", r, r, 0, 1, 0, -2 * r, 0);
    }
    c.write(
      `<path d="${d}" fill="${lite(o.oil || "#f7a63a", 0.1)}" fill-opacity=".45" stroke="#fff3cf" stroke-opacity=".5" stroke-width=".7"/>`,
    );
  }
}

/** What lies under everything: grain, leaves, noodles, a cream or a pool of sauce. */
export function base(c: Canvas, name: string | undefined, cx: number, cy: number, R: number) {
  const kind = name ?? "";
  const grain = grainColours[kind],
    leaf = leafColours[kind],
    noodle = noodleColours[kind],
    spread = creamColours[kind],
    sauce = poolColours[kind];
  if (grain) grains(c, kind, grain, cx, cy, R);
  else if (leaf) leavesBase(c, cx, cy, R, leaf);
  else if (noodle) noodles(c, cx, cy, R, noodle);
  else if (spread) cream(c, cx, cy, R, ...spread);
  else if (sauce) pool(c, cx, cy, R, sauce);
}

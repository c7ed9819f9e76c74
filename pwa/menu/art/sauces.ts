import type { Canvas } from "#pwa/menu/art/canvas";
import { dark, num, type Point, path, shine, turn } from "#pwa/menu/art/pen";
import type { Region } from "#pwa/menu/art/regions";

export const sauceColours: Record<string, string> = {
  tahini: "#efe2c2",
  toum: "#fdfaf0",
  "mint-raita": "#cfe3b4",
  raita: "#fbfaf2",
  yoghurt: "#fdfbf4",
  tzatziki: "#f3f6e2",
  sriracha: "#cf3a1d",
  teriyaki: "#5a2b12",
  peanut: "#b9783a",
  pesto: "#5f8a2c",
  chutney: "#4f8a33",
  tamarind: "#6a2f17",
  "spicy-mayo": "#f19a5b",
  guacamole: "#a9c55a",
  caesar: "#f4ead0",
  harissa: "#b5301c",
  miso: "#d9ad62",
  lime: "#d5e38a",
  cream: "#fff8ea",
  zhoug: "#5c8a2f",
  tomato: "#c63d22",
  soy: "#3b1d12",
};
export function drizzle(c: Canvas, g: Region, col: string | undefined, wd = 3.3) {
  const turns = 3,
    s = Math.min(38, g.r) * 0.92,
    a = g.ang + 1.15,
    ux = Math.cos(a),
    uy = Math.sin(a),
    p: Point[] = [];
  for (let i = 0; i <= turns * 6; i++) {
    const t = i / (turns * 6),
      v =
        Math.sin(t * turns * turn + 0.4) *
        s *
        0.62 *
        (0.75 + 0.25 * Math.sin(i * 1.7)) *
        Math.sin(Math.PI * (t * 0.86 + 0.07)) ** 0.5,
      u = (t - 0.5) * 2 * s + Math.cos(t * turns * turn) * s * 0.06;
    p.push([g.mx + ux * u - uy * v, g.my + uy * u + ux * v]);
  }
  let d = path("M", p[0]![0], p[0]![1]);
  for (let i = 1; i < p.length - 1; i++)
    d += path("Q", p[i]![0], p[i]![1], (p[i]![0] + p[i + 1]![0]) / 2, (p[i]![1] + p[i + 1]![1]) / 2);
  c.write(
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">` +
      `<path d="${d}" transform="translate(.9 1.6)" stroke="#2a1206" ` +
      `stroke-opacity=".32" stroke-width="${num(wd + 0.8)}"/>` +
      `<path d="${d}" stroke="${col}" stroke-width="${wd}"/>` +
      `<path d="${d}" transform="translate(-.5 -.7)" stroke="#fff" ` +
      `stroke-opacity=".5" stroke-width="${num(wd * 0.26)}"/></g>`,
  );
}
export function dollop(c: Canvas, x: number, y: number, r: number, col: string) {
  const d = c.blob(x, y, r, r * 0.92, 0.1, 9);
  const curl =
    path("M", x - r * 0.55, y + r * 0.1, "a", r * 0.5, r * 0.5, 0, 1, 1, r * 0.9, r * 0.2) +
    path("a", r * 0.3, r * 0.3, 0, 1, 1, -r * 0.55, -r * 0.2);
  c.write(
    `<path d="${d}" transform="translate(1.6 2.8)" fill="#2a1206" fill-opacity=".28"/>` +
      `<path d="${d}" fill="${c.ball(col, 0.5, 0.16)}"/>` +
      `<path d="${curl}" fill="none" stroke="${dark(col, 0.2)}" ` +
      `stroke-opacity=".45" stroke-width="${num(r * 0.12)}" stroke-linecap="round"/>` +
      shine(path("M", x - r * 0.6, y - r * 0.3, "q", r * 0.2, -r * 0.4, r * 0.7, -r * 0.42), r * 0.12, 0.85),
  );
}
export function potOf(c: Canvas, x: number, y: number, r: number, col: string, fillFn?: () => void) {
  c.write(
    `<circle cx="${x + 2.4}" cy="${y + 4}" r="${num(r * 1.04)}" fill="#2a1206" fill-opacity=".32"/>` +
      `<circle cx="${x}" cy="${y}" r="${r}" fill="${c.linear("#fffdf8", "#d6cbb8", 1, 1)}"/>` +
      `<circle cx="${x}" cy="${y}" r="${num(r * 0.87)}" fill="${c.linear("#b9ab94", "#efe7d8", 1, 1)}"/>`,
  );
  if (fillFn) fillFn();
  else {
    const curl =
      path("M", x - r * 0.42, y + r * 0.1, "a", r * 0.42, r * 0.42, 0, 1, 1, r * 0.8, r * 0.1) +
      path("a", r * 0.24, r * 0.24, 0, 1, 1, -r * 0.46, -r * 0.1);
    c.write(
      `<circle cx="${x}" cy="${y}" r="${num(r * 0.79)}" fill="${c.ball(col, 0.35, 0.2)}"/>` +
        `<path d="${curl}" fill="none" stroke="${dark(col, 0.22)}" ` +
        `stroke-opacity=".4" stroke-width="${num(r * 0.1)}" stroke-linecap="round"/>` +
        shine(path("M", x - r * 0.5, y - r * 0.26, "q", r * 0.16, -r * 0.32, r * 0.5, -r * 0.34), r * 0.1, 0.8),
    );
  }
}

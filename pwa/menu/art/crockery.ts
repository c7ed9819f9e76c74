import type { Canvas } from "#pwa/menu/art/canvas";
import { mix, path, pt, turn } from "#pwa/menu/art/pen";

export const crockery: Record<string, [light: string, middle: string, dark: string, speckle?: string]> = {
  cream: ["#fffcf4", "#efe6d5", "#d8cbb3"],
  stone: ["#ece4d6", "#d8ccb8", "#b5a78f", "#6f5f49"],
  sage: ["#d3decb", "#b6c6ac", "#8ba080"],
  clay: ["#e2a27d", "#c77f58", "#99552f"],
  ink: ["#4d5a60", "#323d43", "#1d2529"],
  blush: ["#f8ddd0", "#e9c2b1", "#c9957f"],
  sky: ["#d9e8ec", "#b8d0d8", "#8aa9b4"],
  indigo: ["#5d74a8", "#3f568c", "#283a66"],
  steel: ["#f2f3f3", "#c9ced1", "#8d969b"],
  copper: ["#efb283", "#c77d45", "#87481d"],
  kraft: ["#d9b586", "#bf9562", "#8e683b"],
  wood: ["#d8a876", "#b9824d", "#8a5a2e"],
};
export function ground(c: Canvas, r: number, x = 126, y = 131) {
  c.write(
    `<circle cx="${x}" cy="${y}" r="${r + 9}" fill="${c.radial("sh", [
      [0.78, "#1b1207", 0.4],
      [0.9, "#1b1207", 0.17],
      [1, "#1b1207", 0],
    ])}"/>`,
  );
}
const arcP = (r: number, a: number, b: number) => {
  const p = pt(120, 120, a, r),
    q = pt(120, 120, b, r);
  return path("M", p[0], p[1], "A", r, r, 0, 0, 1, q[0], q[1]);
};
export function crock(c: Canvas, p: string, R: number, wall: number, well?: number) {
  const [a, b, d, sp] = crockery[p] ?? crockery.cream!;
  ground(c, R);
  c.write(
    `<circle cx="120" cy="120" r="${R}" fill="${c.linear(a, b, 1, 1)}"/>` +
      `<path d="${arcP(R - 1.6, 2.95, 4.9)}" fill="none" stroke="#fff" ` +
      `stroke-opacity="${["ink", "indigo"].includes(p) ? 0.22 : 0.6}" stroke-width="1.5" stroke-linecap="round"/>`,
  );
  if (sp) {
    let t = "";
    for (let i = 0; i < 46; i++) {
      const q = pt(120, 120, c.random() * turn, c.between(wall, R - 2));
      t += path("M", q[0], q[1], "h0");
    }
    c.write(`<path d="${t}" stroke="${sp}" stroke-opacity=".55" stroke-width="1.3" stroke-linecap="round"/>`);
  }
  c.write(`<circle cx="120" cy="120" r="${wall}" fill="${c.linear(d, a, 0.95, 0.95)}"/>`);
  if (well) c.write(`<circle cx="120" cy="120" r="${well}" fill="${c.linear(mix(a, b, 0.5), a, 1, 1)}"/>`);
}
export function finish(c: Canvas, R: number, k: number) {
  /* bowl wall shadow: strong on the base, light on what sits on it */
  c.write(
    `<circle cx="120" cy="120" r="${R}" fill="${c.radial(
      `rim${k}`,
      [
        [0.72, "#2a1206", 0],
        [0.9, "#2a1206", Math.round(16 * k) / 100],
        [1, "#2a1206", Math.round(50 * k) / 100],
      ],
      'cx=".535" cy=".545" r=".53"',
    )}"/><circle cx="120" cy="120" r="${R}" fill="${c.radial(
      `glow${k}`,
      [
        [0, "#fff9e8", Math.round(26 * k) / 100],
        [0.6, "#fff9e8", 0],
      ],
      'cx=".34" cy=".28" r=".7"',
    )}"/>`,
  );
}

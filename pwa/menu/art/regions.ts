import type { Canvas } from "#pwa/menu/art/canvas";
import { type Point, pt, turn } from "#pwa/menu/art/pen";

/** A place on the plate that something fills. */
export type Region = {
  /** Middle. */
  mx: number;
  my: number;
  r: number;
  ry?: number;
  /** The way it faces, in radians; a fan of slices may want another one. */
  ang: number;
  fanAng?: number;
  area: number;
  /** Where a slice of lemon goes, and its turn in degrees. */
  lx?: number;
  ly?: number;
  lrot?: number;
  /** A point inside, by chance; `k` under 1 stays away from the edge. */
  at: (c: Canvas, k?: number) => Point;
};

export const disc = (x: number, y: number, r: number, ry?: number): Region & { ry: number } => ({
  mx: x,
  my: y,
  r,
  ry: ry || r,
  ang: -0.5,
  area: Math.PI * r * (ry || r),
  at(c, k = 0.86) {
    const a = c.random() * turn;
    const q = Math.sqrt(c.random()) * k;
    return [x + Math.cos(a) * r * q, y + Math.sin(a) * (ry || r) * q];
  },
});

/** A slice of a ring, between two radii and two angles. */
export function wedge(x: number, y: number, r0: number, r1: number, a0: number, a1: number): Region {
  const am = (a0 + a1) / 2;
  const rm = ((r0 + r1) / 2) * 1.04;
  const m = pt(x, y, am, rm);
  return {
    mx: m[0],
    my: m[1],
    r: Math.min((r1 - r0) / 2, ((a1 - a0) / 2) * rm) * 1.02,
    ang: am,
    area: ((a1 - a0) / 2) * (r1 * r1 - r0 * r0),
    at(c, k = 0.86) {
      const p = (1 - k) * 0.5 * (a1 - a0);
      const a = a0 + p + c.random() * (a1 - a0 - 2 * p);
      const q = Math.sqrt(r0 * r0 + c.random() * (r1 * r1 * k - r0 * r0));
      return pt(x, y, a, q);
    },
  };
}

import type { Canvas } from "#pwa/menu/art/canvas";
import * as mains from "#pwa/menu/art/mains";
import type { Point } from "#pwa/menu/art/pen";
import { disc, type Region } from "#pwa/menu/art/regions";
import * as toppings from "#pwa/menu/art/toppings";

/** Where a bunch of herbs lies: x, y and how wide. */
export type Focus = [x: number, y: number, r: number];
type Hand = {
  c: Canvas;
  g: Region;
  focus: Focus;
  /** A few of them, each at a point. */
  few: (ids: string | string[], points: Point[], scale?: number, rot?: number) => void;
  /** So many points in the focus. */
  near: (count: number) => Point[];
};

const garnishes: Record<string, (hand: Hand) => void> = {
  parsley: ({ c, few, near }) => {
    few(toppings.parsley(c), near(4), 0.82);
  },
  coriander: ({ c, few, near }) => {
    few(toppings.parsley(c, "#5c9c3a"), near(5), 0.74);
  },
  dill: ({ c, focus }) => {
    c.strands(disc(focus[0], focus[1], 13), ["#3f7a34", "#6fa84e"], { len: 13, w: 1.2, n: 26, curl: 0.6 });
  },
  mint: ({ c, few, near }) => {
    few(toppings.leaf(c, "#4f9a48"), near(4), 0.86);
  },
  basil: ({ c, few, near }) => {
    few(toppings.leaf(c, "#478a35"), near(4), 0.95);
  },
  "curry-leaf": ({ c, few, near }) => {
    few(toppings.leaf(c, "#3b6b2a"), near(4), 0.7);
  },
  micro: ({ c, few, near }) => {
    few(toppings.parsley(c, "#77b04d"), near(7), 0.52);
  },
  sesame: ({ c, g }) => {
    c.dots(g, Math.round(34 * c.density), "#fff3d3", 2, 1, 0.9);
  },
  nigella: ({ c, g }) => {
    c.dots(g, Math.round(34 * c.density), "#241a18", 1.7, 0.95, 0.9);
  },
  "mixed-sesame": ({ c, g }) => {
    c.dots(g, 20, "#fff3d3", 2);
    c.dots(g, 16, "#241a18", 1.8);
  },
  paprika: ({ c, focus }) => {
    c.dots(disc(focus[0], focus[1], 26), 42, "#b8391a", 1.3, 0.8);
  },
  zaatar: ({ c, g }) => {
    c.dots(g, 60, "#5f6a2c", 1.8, 0.85, 0.92);
    c.dots(g, 26, "#f6e7bd", 1.6, 0.9, 0.92);
    c.dots(g, 20, "#8c3a1e", 1.4, 0.8, 0.92);
  },
  seeds: ({ c, g }) => {
    c.dots(g, 14, "#7f9a4a", 3, 0.95);
    c.dots(g, 12, "#e9d29a", 2.6);
  },
  lemon: ({ c, g }) => {
    c.edged(() => {
      c.place(toppings.lemon(c), g.lx ?? g.mx, g.ly ?? g.my, g.lrot || -34, 1.05);
    });
  },
  lime: ({ c, g }) => {
    c.edged(() => {
      c.place(toppings.lime(c), g.lx ?? g.mx, g.ly ?? g.my, g.lrot || -34, 1.05);
    });
  },
  chilli: ({ c, g, few }) => {
    few(toppings.chilli(c), c.spread(g, 6), 1);
  },
  "spring-onion": ({ c, g, few }) => {
    few(toppings.spring(c), c.spread(g, 9), 0.95);
  },
  pomegranate: ({ c, g, few }) => {
    c.shadow(c.spread(g, 1), 0.1);
    few(toppings.pomegranate(c), c.spread(g, 13), 0.95);
  },
  almonds: ({ c, g, few }) => {
    few(toppings.almond(c), c.spread(g, 8), 0.9);
  },
  "pine-nuts": ({ c, g, few }) => {
    few(toppings.pine(c), c.spread(g, 9), 1);
  },
  cashews: ({ c, g, few }) => {
    few(toppings.cashew(c), c.spread(g, 6), 1);
  },
  raisins: ({ c, g, few }) => {
    few(toppings.raisin(c), c.spread(g, 8), 1);
  },
  onion: ({ c, focus }) => {
    c.strands(disc(focus[0], focus[1], 16), ["#a82f6d", "#d9619b", "#f9c3dd"], { n: 7, len: 16, w: 2, curl: 1.5 });
  },
  "crispy-onion": ({ c, focus }) => {
    c.strands(disc(focus[0], focus[1], 20), ["#5a2c0c", "#96561d", "#d99a4a"], { n: 13, len: 15, w: 2.1, curl: 1.7 });
  },
  feta: ({ c, g, few }) => {
    few(mains.feta(c), c.spread(g, 7), 0.72, 40);
  },
  ginger: ({ c, focus }) => {
    c.strands(disc(focus[0], focus[1], 12), ["#c98a35", "#f3cf82"], { n: 10, len: 14, w: 1.8 });
  },
  oil: ({ c, focus }) => {
    c.write(`<path d="${c.blob(focus[0], focus[1], 13, 9, 0.2)}" fill="#b9a12f" fill-opacity=".55"/>`);
  },
};

/** Sprinkles or lays a garnish; a name it does not know is left out. */
export const garnishNames = Object.keys(garnishes);

export function garnish(c: Canvas, name: string, g: Region, focus: Focus) {
  if (!Object.hasOwn(garnishes, name)) return;
  garnishes[name]?.({
    c,
    g,
    focus,
    few: (ids, points, scale = 1, rot = 180) =>
      c.edged(
        () => {
          for (const q of points)
            c.place(
              c.pick(typeof ids === "string" ? [ids] : ids),
              q[0],
              q[1],
              c.between(-rot, rot),
              scale * c.between(0.9, 1.1),
            );
        },
        "#10240c",
        0.4,
        1.8,
      ),
    near: (count) => c.spread(disc(focus[0], focus[1], focus[2]), count),
  });
}

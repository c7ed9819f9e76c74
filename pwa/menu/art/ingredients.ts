import { leafColours } from "#pwa/menu/art/colours";
import { cube } from "#pwa/menu/art/cuts";
import * as mains from "#pwa/menu/art/mains";
import { dice, fan, fillet, leaves, leg, type Painter, pile, skewers } from "#pwa/menu/art/painters";
import { dotsAt } from "#pwa/menu/art/pen";
import * as produce from "#pwa/menu/art/produce";
import * as toppings from "#pwa/menu/art/toppings";

/** Everything a recipe may name as protein or vegetable. */
export const ingredients: Record<string, Painter> = {
  chicken: fan(mains.slice, { n: 6, step: 10, half: 23, fit: 29 }),
  beef: fan(mains.beefslice, { n: 6, step: 9.4, half: 20, fit: 27 }),
  tawook: pile(mains.tawook, 10.5, { max: 11, fill: 1.15, tight: 0.8 }),
  tikka: pile(mains.tikka, 10.5, { max: 11, fill: 1.15, tight: 0.8 }),
  lamb: pile(mains.lambchunk, 10.5, { max: 11, fill: 1.15, tight: 0.8 }),
  "chicken-bites": pile(mains.chickenchunk, 10.5, { max: 11, fill: 1.15, tight: 0.8 }),
  "fish-bites": pile(mains.fishchunk, 11.5, { max: 7 }),
  "tawook-skewer": (c, g) => skewers(c, g, "tawook"),
  "tikka-skewer": (c, g) => skewers(c, g, "tikka"),
  "chicken-leg": leg,
  kofta: fan(mains.kofta, { n: 3, step: 18.5, half: 26, fit: 29 }),
  salmon: (c, g) => fillet(c, g, "salmon"),
  hammour: (c, g) => fillet(c, g, "hammour"),
  "tandoori-fish": (c, g) => fillet(c, g, "tandoorifish"),
  "salmon-cubes": pile(mains.salmoncube, 8.4, { max: 17, rot: 24, fill: 1.4, tight: 0.9 }),
  "tuna-cubes": pile(mains.tunacube, 8.2, { max: 13, rot: 24, fill: 1.25 }),
  prawns: pile(mains.prawn, 13, { max: 8, fill: 0.9 }),
  falafel: (c, g) => {
    c.pile(g, 11.6, mains.falafel(c), { max: 8, min: 6, fill: 1.05, tight: 0.84 });
    c.edged(() => c.place(mains.falafelcut(c), g.mx, g.my, c.between(-40, 40), 1.35));
  },
  paneer: pile(mains.paneer, 8.4, { max: 12, rot: 28, tight: 0.9 }),
  tofu: pile(mains.tofu, 8.6, { max: 13, rot: 26, fill: 1.3, tight: 0.86 }),
  halloumi: fan(mains.halloumi, { n: 4, step: 14.5, half: 16, fit: 29, spin: 5 }),
  meatballs: pile(mains.meatball, 10, { max: 8 }),
  egg: pile(mains.egg, 13, { max: 3, min: 2, rot: 40, fill: 0.8 }),
  chickpeas: pile(mains.chickpea, 5.3, { max: 34 }),
  "kidney-beans": pile(mains.kidney, 5.8, { max: 30 }),
  "black-beans": pile(mains.blackbean, 4.3, { max: 40 }),
  "vine-leaves": fan(mains.vine, { n: 5, step: 13.4, half: 17, fit: 30, spin: 3 }),
  dumplings: pile(mains.dumpling, 12, { max: 6 }),
  cucumber: pile(produce.cucumber, 9.8, { max: 11, fill: 1.35 }),
  tomato: pile(produce.tomato, 9, { max: 11, fill: 1.15 }),
  radish: pile(produce.radish, 7.8, { max: 13, fill: 1.35 }),
  beetroot: pile(produce.beet, 8.6, { max: 12, fill: 1.3 }),
  zucchini: pile(produce.zucchini, 9.6, { max: 10, rot: 30, fill: 1.3 }),
  aubergine: pile(produce.aubergine, 11, { max: 8, rot: 30, fill: 1.25 }),
  avocado: fan(produce.avo, { n: 6, step: 8.6, half: 20, fit: 24, spin: 6, turn: 0 }),
  corn: pile(produce.corn, 4.4, { max: 40, fill: 1.25 }),
  edamame: pile(produce.edamame, 5.4, { max: 30 }),
  peas: pile(produce.pea, 4, { max: 40, rot: 0 }),
  broccoli: pile(produce.broccoli, 11.4, { max: 7, rot: 40, fill: 1.15 }),
  cauliflower: pile(produce.cauliflower, 11, { max: 7, rot: 40, fill: 1.15 }),
  "sweet-potato": pile(produce.sweetpotato, 7.6, { max: 14, rot: 30, fill: 1.2 }),
  mango: pile(produce.mango, 6.8, { max: 14, rot: 30, fill: 1.2 }),
  feta: pile(mains.feta, 6.4, { max: 12, rot: 34 }),
  mushrooms: pile(produce.mushroom, 8.6, { max: 9, fill: 1.2 }),
  olives: pile(produce.olive, 5.4, { max: 14, rot: 0, fill: 0.95 }),
  "green-olives": pile(produce.greenOlive, 5.5, { max: 14, rot: 20 }),
  carrot: (c, g) => c.strands(g, ["#c95a14", "#ee8426", "#ffab50"], { len: 24 }),
  "red-cabbage": (c, g) => c.strands(g, ["#4d1b57", "#7d3688", "#b36cba", "#ead0ee"], { len: 21, w: 2.9 }),
  "white-cabbage": (c, g) => c.strands(g, ["#9db56a", "#cfdf9d", "#f3f7d9"], { len: 21, w: 2.8 }),
  onion: (c, g) => c.strands(g, ["#a82f6d", "#d9619b", "#f9c3dd"], { len: 19, w: 2.3, curl: 1.5, n: 13 }),
  "crispy-onion": (c, g) =>
    c.strands(g, ["#5a2c0c", "#96561d", "#cf8f40", "#eec07c"], { len: 17, w: 2.3, curl: 1.7, n: 18 }),
  seaweed: (c, g) => c.strands(g, ["#1d3b24", "#2f6637", "#5d9c4e"], { len: 22, w: 2.2, curl: 1.3 }),
  peppers: (c, g) => {
    const ids = produce.pepper(c, "#d8372a").concat(produce.pepper(c, "#f0b02c"));
    c.pile(g, 8.6, ids, { max: 13, fill: 1.1 });
  },
  "red-pepper": (c, g) => c.pile(g, 8.6, produce.pepper(c, "#d8372a"), { max: 12 }),
  "green-beans": (c, g) => c.strands(g, ["#3e6f2a", "#5f9a3c", "#85bb58"], { len: 34, w: 4.6, curl: 0.5, n: 6 }),
  asparagus: (c, g) => c.strands(g, ["#48762f", "#6da045", "#9cc46b"], { len: 38, w: 5, curl: 0.25, n: 4 }),
  salad: (c, g) => leaves(c, g, leafColours.greens!),
  romaine: (c, g) => leaves(c, g, leafColours.romaine!),
  spinach: (c, g) => c.pile(g, 8.4, toppings.leaf(c, "#3f7f39"), { max: 16, fill: 1.3 }),
  rocket: (c, g) => c.pile(g, 8.4, toppings.rocket(c), { max: 18, fill: 1.5 }),
  kale: (c, g) => leaves(c, g, leafColours.kale!),
  tabbouleh: (c, g) => dice(c, g, ["#3f7f33", "#64a347", "#8fc368", "#d9412e", "#f3e6c2"], 44, 3.6),
  kachumber: (c, g) => dice(c, g, ["#bcdc8c", "#e04a34", "#f4f9da", "#c8508a", "#4f8f3a"], 30, 5),
  salsa: (c, g) => dice(c, g, ["#d63a28", "#ef6a4c", "#f7f1dd", "#c0518c", "#4f8f3a"], 32, 4.6),
  "mango-salsa": (c, g) => dice(c, g, ["#f9b92f", "#ffd35f", "#d6402e", "#bf4f88", "#5a9a3d"], 32, 4.8),
  slaw: (c, g) => c.strands(g, ["#5e2568", "#b36cba", "#ef8a2c", "#eef4d2"], { len: 20, w: 2.7 }),
  turnip: (c, g) => c.pile(g, 6.8, toppings.turnip(c), { max: 9, rot: 50, fill: 0.9 }),
  pomegranate: pile(toppings.pomegranate, 3.6, { max: 22, fill: 0.8 }),
  blueberries: pile(produce.blueberry, 4.7, { max: 18, rot: 0 }),
  "pita-chips": pile(toppings.chip, 9.6, { max: 9, fill: 1.1 }),
  croutons: pile(toppings.crouton, 6.6, { max: 9, fill: 0.9 }),
  cashews: pile(toppings.cashew, 5.4, { max: 14 }),
  potato: (c, g) =>
    c.pile(
      g,
      8,
      cube(
        c,
        "pot",
        c.linear("#f6d98c", "#e5b450", 1, 1),
        "#a87222",
        7.6,
        dotsAt(
          [
            [-3, -3],
            [2, 1],
            [3, -4],
          ],
          "#8a5418",
          1.8,
          0.7,
        ),
      ),
      { max: 12, rot: 34 },
    ),
};

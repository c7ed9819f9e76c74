import { chance } from "#pwa/menu/chance";
import { drawnBy, most, type Part, vocabulary } from "#pwa/office/planner/vocabulary";

/** A picture recipe, as the book keeps it: unknown fields are preserved. */
export type Picture = Record<string, unknown>;

/** A random picture recipe. The same seed gives the same one. */
export function surprise(seed: number): Picture {
  const random = chance(seed);
  const one = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const some = (from: readonly string[], least: number, atMost: number) => {
    const left = [...from];
    const count = least + Math.floor(random() * (atMost - least + 1));
    return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? "");
  };
  const layout = vocabulary.layouts[Math.floor(random() * vocabulary.layouts.length)] ?? "bowl";
  const fill: Record<Part, () => unknown> = {
    plate: () => one(vocabulary.plates),
    base: () => one([...vocabulary.grains, ...vocabulary.grains, ...vocabulary.noodles, ...vocabulary.leaves]),
    pool: () => one(vocabulary.pools),
    protein: () => some(vocabulary.mains, 1, 1),
    veg: () => some(vocabulary.sides, 2, 4),
    sauce: () => one(vocabulary.sauces),
    spread: () => one([...vocabulary.sauces, ...vocabulary.pools]),
    garnish: () => some(vocabulary.garnishes, 1, 3),
    cups: () => some(vocabulary.pools, most.cups, most.cups).map((pool) => [pool, one(vocabulary.garnishes)]),
    fill: () => [one(vocabulary.mains), one(vocabulary.sides)],
    bread: () => random() < 0.5,
    egg: () => random() < 0.3,
  };
  const parts = drawnBy[layout].map((part) => [part, fill[part]()]);
  return { id: arrangement(random), layout, ...Object.fromEntries(parts) };
}

/** A random id for an arrangement: another one arranges the same food differently. */
export const arrangement = (random = Math.random) =>
  Math.floor(random() * 2 ** 32)
    .toString(36)
    .padStart(7, "0");

/** The plain plate that a new meal starts with. */
export const plainPlate = (): Picture => ({ id: arrangement(), layout: "bowl", plate: "cream", base: "brown-rice" });

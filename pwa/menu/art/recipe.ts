import { creamColours, grainColours, leafColours, noodleColours, poolColours } from "#pwa/menu/art/colours";
import { crockery } from "#pwa/menu/art/crockery";
import { ingredients } from "#pwa/menu/art/ingredients";
import { sauceColours } from "#pwa/menu/art/sauces";

export const layoutNames = ["bowl", "plate", "curry", "soup", "thali", "box", "wrap", "flat"] as const;
export type LayoutName = (typeof layoutNames)[number];

/** A recipe that can be drawn: every name in it is known, every number a number, every colour a colour. */
export type Recipe = {
  layout: LayoutName;
  plate?: string;
  base?: string;
  pool: string;
  protein: string[];
  veg: string[];
  sauce?: string;
  spread?: string;
  garnish: string[];
  /** The three cups of a thali: what fills it, then what lies on it. */
  cups: string[][];
  /** What is inside a wrap. */
  fill?: string[];
  /** How much of the base stays bare. */
  show?: number;
  /** Turns the whole arrangement, in radians. */
  turn?: number;
  fan?: number;
  dollop?: number;
  /** A sauce in a pot of its own; 0 for none. */
  pot?: string | 0;
  /** A line round the plate; 0 for none. */
  rim?: string | 0;
  oil?: string | 0;
  wrapCol?: string;
  bread?: boolean;
  egg?: boolean;
};

const has = (table: object, name: unknown): name is string => typeof name === "string" && Object.hasOwn(table, name);
const texts = (given: unknown) => (Array.isArray(given) ? given.filter((one) => typeof one === "string") : []);
const number = (given: unknown) => (typeof given === "number" && Number.isFinite(given) ? given : undefined);
const colour = (given: unknown) => (typeof given === "string" && /^#[0-9a-f]{6}$/i.test(given) ? given : undefined);
const zeroOr = <T>(given: unknown, read: (given: unknown) => T) => (given === 0 ? (0 as const) : read(given));

/**
 * Reads what the menu says about a picture. It may come from a newer server than this code, so unknown names are dropped or
 * replaced, and nothing of it reaches the drawing unread.
 */
export function clean(given: Record<string, unknown>): Recipe {
  const known = (table: object, name: unknown) => (has(table, name) ? name : undefined);
  const foods = (list: unknown, most: number) =>
    texts(list)
      .filter((one) => has(ingredients, one))
      .slice(0, most);
  const bases = [grainColours, leafColours, noodleColours, creamColours, poolColours];
  const layout = layoutNames.find((name) => name === given.layout) ?? "bowl";
  const ownBase = bases.some((table) => has(table, given.base)) ? (given.base as string) : undefined;
  const cups = Array.isArray(given.cups) ? given.cups : [];
  const plainCups = [["dal", "coriander"], ["palak"], ["raita", "mint"]];
  return {
    layout,
    plate: known(crockery, given.plate),
    base: ownBase ?? (layout === "curry" ? undefined : "brown-rice"),
    pool: known(poolColours, given.pool) ?? "dal",
    protein: foods(given.protein, 2),
    veg: foods(given.veg, 5),
    sauce: known(sauceColours, given.sauce),
    spread: known(sauceColours, given.spread) ?? known(poolColours, given.spread),
    garnish: texts(given.garnish).slice(0, 4),
    cups: plainCups.map((plain, i) => {
      const cup = texts(cups[i]);
      return has(poolColours, cup[0]) || has(creamColours, cup[0]) ? cup : plain;
    }),
    fill: Array.isArray(given.fill) ? texts(given.fill) : undefined,
    show: number(given.show),
    turn: number(given.turn),
    fan: number(given.fan),
    dollop: number(given.dollop),
    pot: zeroOr(given.pot, (pot) => (pot ? (known(sauceColours, pot) ?? "tomato") : undefined)),
    rim: zeroOr(given.rim, colour),
    oil: zeroOr(given.oil, colour),
    wrapCol: colour(given.wrapCol),
    bread: Boolean(given.bread),
    egg: Boolean(given.egg),
  };
}

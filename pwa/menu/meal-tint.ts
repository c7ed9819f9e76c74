import { chance, hash } from "#pwa/menu/chance";

export type Tint = "sage" | "mint" | "sky" | "lilac" | "blush" | "apricot" | "butter";

const tints: [Tint, hue: number][] = [
  ["sage", 120],
  ["mint", 165],
  ["sky", 225],
  ["lilac", 300],
  ["blush", 15],
  ["apricot", 50],
  ["butter", 90],
];

// Hue and weight of the foods that a meal is made of, written short because it loads with the first screen.
const table = {
  3:
    "chicken 35,beef 10,tawook 38,tikka 20,lamb 20,chicken-bites 35,fish-bites 38,tawook-skewer 38," +
    "tikka-skewer 20,chicken-leg 30,kofta 22,salmon 20,hammour 42,tandoori-fish 18,salmon-cubes 18," +
    "tuna-cubes 350,prawns 18,falafel 30,paneer 45,tofu 40,halloumi 46,meatballs 22,vine-leaves 75,dumplings 45",
  2: "egg 45,chickpeas 42,kidney-beans 5,black-beans 330",
  1:
    "cucumber 95,tomato 8,radish 345,beetroot 335,zucchini 75,aubergine 300,avocado 80,corn 48,edamame 85," +
    "peas 90,broccoli 105,cauliflower 42,sweet-potato 28,mango 42,feta 50,mushrooms 35,olives 310," +
    "green-olives 65,carrot 25,red-cabbage 310,white-cabbage 80,onion 330,crispy-onion 30,seaweed 140,peppers 5," +
    "red-pepper 5,green-beans 95,asparagus 95,salad 95,romaine 85,spinach 110,rocket 100,kale 130,tabbouleh 105," +
    "kachumber 60,salsa 8,mango-salsa 42,slaw 320,turnip 335,pomegranate 345,blueberries 230,pita-chips 38," +
    "croutons 38,cashews 40,potato 45",
};

const hues = new Map<string, [hue: number, weight: number]>();
for (const [weight, list] of Object.entries(table))
  for (const entry of list.split(",")) {
    const [name = "", hue] = entry.split(" ");
    hues.set(name, [Number(hue), Number(weight)]);
  }

const names = (given: unknown): unknown[] => (Array.isArray(given) ? given : []);

/** The colour of the table under a meal: the recipe's own, else one that contrasts with its food. Cheap to compute. */
export function mealTint(recipe: Record<string, unknown>): Tint {
  const own = tints.find(([tint]) => tint === recipe.tint);
  if (own) return own[0];
  let x = 0;
  let y = 0;
  for (const name of [...names(recipe.protein), ...names(recipe.veg)]) {
    const [hue, weight] = hues.get(String(name)) ?? [0, 0];
    x += Math.cos((hue * Math.PI) / 180) * weight;
    y += Math.sin((hue * Math.PI) / 180) * weight;
  }
  const main = (Math.atan2(y, x) * 180) / Math.PI;
  const apart = tints.filter(([, hue]) => Math.abs(((hue - main + 540) % 360) - 180) > 24);
  // Warm tables are twice as likely.
  const choice = apart.concat(apart.filter(([, hue]) => hue === 50 || hue === 90));
  const seed = hash(`tint${typeof recipe.id === "string" ? recipe.id : ""}`);
  return choice[Math.floor(chance(seed)() * choice.length)]?.[0] ?? "sage";
}

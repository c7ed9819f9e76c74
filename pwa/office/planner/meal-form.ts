// The form of a meal: turns what is typed into what is sent, and guesses nothing on the way.

import { bookWords as words } from "#pwa/i18n/book";
import { plainPlate } from "#pwa/office/planner/surprise";
import type { BookMeal, Meal, MealForm, Presence } from "#pwa/offline/wire";
import { readAed } from "#pwa/rules/money";

export type Wrong = { [Name in keyof MealForm]?: string };

export const emptyForm = (cuisine: number | undefined): MealForm => ({
  code: "",
  name: "",
  name_ar: "",
  description: "",
  price: "",
  cuisine: cuisine === undefined ? "" : String(cuisine),
  diets: [],
  allergens: {},
  kcal: "",
  protein: "",
  carbohydrate: "",
  fat: "",
  new_until: "",
  art: plainPlate(),
});

const typed = (amount: number) => (amount > 0 ? String(amount) : "");

export const formOf = ({ code, new_until, meal }: BookMeal): MealForm => ({
  code,
  name: meal.name,
  name_ar: meal.name_ar ?? "",
  description: meal.description,
  price: meal.price > 0 ? (meal.price / 100).toFixed(2) : "",
  cuisine: String(meal.cuisine),
  diets: meal.diets,
  allergens: meal.allergens,
  kcal: typed(meal.kcal),
  protein: typed(meal.protein),
  carbohydrate: typed(meal.carbohydrate),
  fat: typed(meal.fat),
  new_until: new_until ?? "",
  art: (meal.art ?? {}) as Record<string, unknown>,
});

/** A meal's price in fils, below AED 10,000; null when it is none. */
const priceOf = (text: string) => readAed(text, 999_999);

/** Reads a whole number; an empty field is 0, which is shown as nothing known. */
const whole = (text: string): number | null => (/^\d{0,4}$/.test(text.trim()) ? Number(text.trim()) : null);

/** The code that a table of meals uses for a meal of this name. */
export const codeOf = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40)
    .replace(/-$/, "");

/** The fields that cannot be saved as they are, with the reason. */
export function check(form: MealForm): Wrong {
  const wrong: Wrong = {};
  if (!form.name.trim()) wrong.name = words.nameMissing;
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(form.code)) wrong.code = words.codeWrong;
  if (!priceOf(form.price)) wrong.price = words.priceWrong;
  if (!form.cuisine) wrong.cuisine = words.cuisineMissing;
  for (const name of ["kcal", "protein", "carbohydrate", "fat"] as const)
    if (whole(form[name]) === null) wrong[name] = words.numberWrong;
  return wrong;
}

/** The meal that a form describes, as a menu would carry it. What cannot be read yet is 0. */
export const mealOf = (form: MealForm, id: string): Meal => ({
  id,
  name: form.name.trim(),
  ...(form.name_ar.trim() && { name_ar: form.name_ar.trim() }),
  description: form.description.replace(/\s+/g, " ").trim(),
  price: priceOf(form.price) ?? 0,
  cuisine: Number(form.cuisine),
  diets: form.diets,
  allergens: form.allergens,
  kcal: whole(form.kcal) ?? 0,
  protein: whole(form.protein) ?? 0,
  carbohydrate: whole(form.carbohydrate) ?? 0,
  fat: whole(form.fat) ?? 0,
  art: form.art,
});

/** The form as it is sent, without its revision. */
export const sentOf = (form: MealForm, id: string) => ({
  code: form.code,
  ...(form.new_until && { new_until: form.new_until }),
  meal: mealOf(form, id),
});

/**
 * The energy that the grams make (4 kcal for protein and carbohydrate, 9 for fat) when what is typed is far from it: more than a
 * quarter and 40 kcal. Fibre, alcohol and rounding explain less.
 */
export function energyDoubt(form: MealForm): number | undefined {
  const [kcal, protein, carbohydrate, fat] = [form.kcal, form.protein, form.carbohydrate, form.fat].map(whole);
  if (!kcal || (!protein && !carbohydrate && !fat)) return undefined;
  const made = 4 * (protein ?? 0) + 4 * (carbohydrate ?? 0) + 9 * (fat ?? 0);
  return Math.abs(made - kcal) > Math.max(40, kcal / 4) ? made : undefined;
}

/** A canonical text for comparing: diets and the like are sets, and objects have no order. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

export type FormName = keyof MealForm;
const names = Object.keys(emptyForm(0)) as FormName[];

/** Where two forms differ. */
export const differing = (one: MealForm, other: MealForm): FormName[] =>
  names.filter((name) => plain(one[name]) !== plain(other[name]));

/** Whether two forms would be sent as the same meal, however they are typed. */
export const saysSame = (one: MealForm, other: MealForm): boolean =>
  plain(sentOf(one, "")) === plain(sentOf(other, ""));

/** A field that two people changed differently, and the version that a person most likely wants. */
export type Clash = { name: FormName; take: "mine" | "theirs" };

/** The fields where this form differs from what another person saved meanwhile. */
export const clashes = (base: MealForm, mine: MealForm, theirs: MealForm): Clash[] =>
  differing(mine, theirs).map((name) => ({
    name,
    take: differing(base, mine).includes(name) ? "mine" : "theirs",
  }));

/** The two versions merged, with their value for these fields. */
export const merged = (mine: MealForm, theirs: MealForm, take: Clash[]): MealForm => ({
  ...mine,
  ...Object.fromEntries(take.filter((one) => one.take === "theirs").map(({ name }) => [name, theirs[name]])),
});

/** Allergens with one more said of; nothing said is the same as no data, and is not named. */
export function withPresence(
  allergens: Record<string, Presence>,
  name: string,
  presence: Presence | undefined,
): Record<string, Presence> {
  const { [name]: _, ...rest } = allergens;
  return presence ? { ...rest, [name]: presence } : rest;
}

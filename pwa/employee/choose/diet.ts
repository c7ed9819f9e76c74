// Compares meals with what a person eats and must avoid. Missing allergen data never counts as "free from".
import type { Filters } from "#pwa/employee/choose/choices";
import type { Meal, Profile } from "#pwa/offline/wire";

export type Diet = Pick<Profile["diet"], "diets" | "avoid">;

const nothing: Diet = { diets: [], avoid: [] };

/** What a person eats. A profile that an older version of the app stored may not have it. */
export const dietOf = (profile: Profile | null): Diet => profile?.diet ?? nothing;

export const hasDiet = ({ diets, avoid }: Diet): boolean => diets.length + avoid.length > 0;

const both = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];

/** The filters, and what this person eats on top of them unless they want to see everything. */
export const withDiet = (filters: Filters, diet: Diet): Filters =>
  filters.everything
    ? filters
    : { ...filters, diets: both(filters.diets, diet.diets), without: both(filters.without, diet.avoid) };

/** The filters for one-tap offers: the person's diet applies also while they look at everything. */
export const strictly = (filters: Filters, diet: Diet): Filters => withDiet({ ...filters, everything: false }, diet);

/** Why a person may not want to eat a meal: allergens they avoid, and a diet that it is not marked for. */
export type Warning = { contains: string[]; may: string[]; unknown: string[]; misses: string[] };

/** The warning about a meal; undefined when it is fine for this person as far as its data says. */
export function warningOf(meal: Meal, filters: Filters, diet: Diet): Warning | undefined {
  const avoided = both(filters.without, diet.avoid);
  const where = (presence: string) => avoided.filter((one) => (meal.allergens[one] ?? "no_data") === presence);
  const found = {
    contains: where("contains"),
    may: where("may_contain"),
    unknown: where("no_data"),
    misses: diet.diets.filter((one) => !meal.diets.includes(one)),
  };
  return Object.values(found).some((names) => names.length > 0) ? found : undefined;
}

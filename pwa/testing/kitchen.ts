// The operators' side, for tests of its screens: somebody who is signed in over a site, and what the server tells them.
import { type Db, useDevice } from "#pwa/offline/db";
import { type Profile, signInWithPassword } from "#pwa/offline/session";
import type { Meal, PlannedDays, Production } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";
import { mariam } from "#pwa/testing/sample";
import { neverSynced, reply, type Site, siteOf } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";

let operators = 0;

/** Somebody of the kitchen signs in, each on a device of their own. */
export async function signInOperator(operator_role = "kitchen"): Promise<Site> {
  localStorage.clear();
  useToasts.setState({ toasts: [] });
  const id = `P-operator-${++operators}`;
  const operator = { ...mariam, id, client_type: "Operator", operator_role, company_id: "" } as Profile;
  const site = siteOf([operator]);
  neverSynced(site);
  await signInWithPassword(operator.email, "secret");
  return site;
}

/** The storage of whoever is signed in. */
export function storage(): Db {
  const { db } = useDevice.getState();
  if (!db) throw new Error("no storage");
  return db;
}

/** The five days of a week, each with these meals. */
export const weekOf = (week: string, ...meals: string[]): PlannedDays =>
  [0, 1, 2, 3, 4].map((day) => ({ date: addDays(week, day), meals: meals.map((meal) => ({ meal })) }));

/** A week as the server has it planned, each day with these meals. */
export const plannedWeek = (week: string, rev: number, ...meals: string[]) => {
  const days = weekOf(week, ...meals).map((day) => ({ ...day, over: false }));
  return reply({ week, rev, state: "planned", days, changes: [], problems: [] });
};

/** A date of the kitchen on which nothing is cooked. */
export const productionOf = (date: string): Production => ({
  date,
  cutoff: `${addDays(date, -2)}T20:00:00Z`,
  runs: [],
  totals: { meals: 0, people: 0, places: 0 },
  mark: `MARK-${date}`,
  reconciled: true,
  differs: 0,
  meals: [],
  exceptions: [],
  places: [],
});

/** A meal as the book has it. */
export const mealOf = (change: Partial<Meal>): Meal => ({
  id: "01JD0000000000000000000001",
  name: "Kofta",
  description: "Two skewers.",
  price: 4200,
  cuisine: 2,
  diets: [],
  allergens: { sesame: "contains" },
  kcal: 0,
  protein: 0,
  carbohydrate: 0,
  fat: 0,
  art: { id: "kofta", layout: "plate" },
  ...change,
});

/** A person as support reads about them. */
export const personOf = (more = {}) => ({
  id: "P1",
  name: "Mariam Al Suwaidi",
  email: "mariam@harbourline.example",
  client_type: "Employee",
  status: "Active",
  company_id: "C1",
  company_name: "Harbour Line",
  mobile: "",
  language: "en",
  company_status: "Active",
  created_at: "2026-11-01T06:00:00Z",
  used_at: null,
  proved: true,
  erased: false,
  has_password: true,
  open_deliveries: 0,
  balance: 0,
  owed: 0,
  others: [],
  orders: [],
  documents: [],
  wallet: [],
  attempts: [],
  sign_ins: [],
  codes: [],
  acts: [],
  ...more,
});

import type { Live, Meal, MenuWeek, Order, Profile } from "#pwa/offline/wire";
import { cutoffOf } from "#pwa/rules/week/cutoff";

/** The days of the week that most tests order for. */
export const dates = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"];
export const [monday = "", tuesday = "", , thursday = "", friday = ""] = dates;

/** A fifth off three days or more, and the company pays half. */
export const terms = {
  minimum_meal_count: 1,
  minimum_day: 3,
  discount_amount: 20,
  discount_type: "Percentage",
  share_value: 50,
  share_type: "Percentage",
  share_cap: null,
  share_duration: "Daily",
};

/** A person of a company as the server would describe them. */
export const mariam: Profile = {
  id: "01JP0000000000000000000001",
  name: "Mariam Saleh",
  email: "mariam@harbourline.example",
  mobile: "",
  language: "en",
  address_id: "a1",
  company_id: "c1",
  company_name: "Harbour Line Logistics",
  company_status: "Active",
  client_type: "Employee",
  company_type: "Corporate",
  ...terms,
  status: "Active",
  wallet_balance: 0,
  switchable: 0,
  logo: "",
  profile_picture: "",
  delivery_window: "12:15–12:45",
  diet: { diets: [], avoid: [], label: false },
};

export const omar: Profile = {
  ...mariam,
  id: "01JP0000000000000000000002",
  name: "Omar",
  email: "omar@harbourline.example",
};

/** What is true now, apart from what more says: an empty wallet, every meal and every day to be had. */
export const liveOf = (more: Partial<Live> = {}): Live => ({
  wallet: 0,
  share_used: {},
  portions: {},
  taken: [],
  closed: [],
  ...more,
});

export const mealOf = (id: string, price: number, more: Partial<Meal> = {}): Meal => ({
  id,
  name: `Meal ${id}`,
  description: "",
  price,
  cuisine: 3,
  diets: [],
  allergens: {},
  kcal: 500,
  protein: 30,
  carbohydrate: 50,
  fat: 20,
  art: {},
  ...more,
});

/** A week's menu with these meals, two of them unless others are given, on each of its days. */
export const menuOf = (
  week: string,
  dates: readonly string[],
  meals = [mealOf("a", 4000), mealOf("b", 5000)],
): MenuWeek => ({
  week,
  cuisines: [{ id: 3, name: "Indian" }],
  meals,
  days: dates.map((date) => ({ date, meals: meals.map(({ id }) => id) })),
});

/** An order of some dates. */
export function orderOf(id: string, status: Order["status"], dates: string[]): Omit<Order, "rev"> {
  return {
    id,
    status,
    source: "web",
    week: dates[0] ?? "",
    version: 1,
    gross_amount: 4000,
    discount: 800,
    net_amount: 3200,
    company_share: 1600,
    employee_share: 1600,
    payable_amount: 1600,
    amount_due: 1600,
    wallet_amount: 0,
    vat_amount: 152,
    payment_sources: [],
    order_date: "2026-11-21T08:00:00Z",
    first_delivery_date: dates[0] ?? "",
    terms,
    deliveries: dates.map((date) => ({
      id: `${id}-${date}`,
      delivery_date: date,
      cutoff: new Date(cutoffOf(date)).toISOString(),
      address_id: "a1",
      live: true,
      gross_amount: 4000,
      net_amount: 3200,
      company_share: 1600,
      items: [{ meal: "a", name: "Meal a", qty: 1, price: 4000, discounted: 3200, total: 3200 }],
    })),
  };
}

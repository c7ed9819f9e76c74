import type { Order } from "#pwa/offline/wire";
import { mondayOf } from "#pwa/rules/week/date";

/** Where the dashboard's buttons lead. */
export const ways = {
  /** Choose the days of a week, then meals for them. */
  week: (monday: string) => `/delivery/${monday}`,
  /** Straight to the meals of one day. */
  day: (date: string) => `/mealselection?day=${date}`,
  /** Another lunch for a day that is ordered. */
  edit: (order: string, date: string) => `/editorder/${order}?day=${date}`,
  /** A change that is not saved yet. */
  review: (order: string) => `/checkout/edit/${order}`,
  /** What changed in the week of a date, to be decided. */
  decide: (date: string) => `/dashboard/home?week=${mondayOf(date)}&decide`,
  /** Pay for what is chosen in a week. */
  checkout: (monday: string) => `/checkout?week=${monday}`,
  /** The card page is still open, or was and failed. */
  pay: (order: Order) => (order.intent?.status === "open" ? `/payment/${order.intent.id}` : `/checkout/${order.id}`),
};

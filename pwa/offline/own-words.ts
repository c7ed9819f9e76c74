// A device keeps menus and orders as the server has them. Where the app is in another language, they are read with its names.
import { ownName } from "#pwa/i18n/food";
import { language } from "#pwa/i18n/locale";
import type { AmendmentQuote, MenuWeek, Order } from "#pwa/offline/wire";

type Named = { name: string; name_ar?: string };
const named = <T extends Named>(all: readonly T[]): T[] => all.map((one) => ({ ...one, name: ownName(one) }));

/** A menu with the names of its meals and cuisines in the language of the app. */
export const inOwnWords = (menu: MenuWeek): MenuWeek =>
  language === "en" ? menu : { ...menu, cuisines: named(menu.cuisines), meals: named(menu.meals) };

/** Orders with the names that the menus kept here have for their meals; of another week's menu where their own is gone. */
export async function ordersInOwnWords(orders: Order[], kept: () => Promise<{ menu: MenuWeek }[]>): Promise<Order[]> {
  if (language === "en") return orders;
  const names = new Map((await kept()).flatMap(({ menu }) => menu.meals.map((meal) => [meal.id, ownName(meal)])));
  return orders.map((order) => ({
    ...order,
    deliveries: order.deliveries.map((delivery) => ({
      ...delivery,
      items: delivery.items.map((item) => ({ ...item, name: names.get(item.meal) ?? item.name })),
    })),
  }));
}

type Items = { meal: string; name: string }[];
/** Names items by a menu; by what the server calls them where it does not have them. */
const namer = (menu: MenuWeek) => {
  const names = new Map(menu.meals.map((meal) => [meal.id, ownName(meal)]));
  return <T extends { items: Items }>(day: T): T => ({
    ...day,
    items: day.items.map((item) => ({ ...item, name: names.get(item.meal) ?? item.name })),
  });
};

/** Days that the server has priced, with a menu's names of their meals. */
export const daysInOwnWords = <T extends { items: Items }>(days: T[], menu?: MenuWeek): T[] =>
  language === "en" || !menu ? days : days.map(namer(menu));

/** A change that the server has priced, with a menu's names of its meals. */
export function changeInOwnWords(quote: AmendmentQuote, menu?: MenuWeek): AmendmentQuote {
  if (language === "en" || !menu) return quote;
  const named = namer(menu);
  const days = quote.days.map((day) => ({
    ...day,
    before: day.before && named(day.before),
    after: day.after && named(day.after),
  }));
  return { ...quote, days };
}

import { count } from "#pwa/i18n/say";

export const menuWords = {
  title: "The menu",
  day: "Day",
  allCuisines: "All cuisines",
  count: (meals: number, date: string) => `${count(meals, "meal", "meals")} on ${date}`,
  priceNote: (vat: string) => `Menu price before your plan discount and company share. Includes ${vat} VAT.`,
  myPriceNote: (vat: string) => `Your price after the plan discount, before your company’s share. Includes ${vat} VAT.`,
  already: "Already with a company?",
  signIn: "Sign in to order",
  order: "Order from this week",
  holiday: "No delivery on this day",
  holidayText: "Pick another day of the week.",
  notYet: "This week’s menu is not out yet",
  notYetText: "Come back a little later, or look at another week.",
  vegetarian: "Vegetarian",
  carbs: "carbs",
  allergens: "Allergens",
  allergenNote: "Where we name no allergen, we have no data about it.",
  menuPrice: "Menu price",
  planDiscount: "Plan discount",
  yourPrice: "Your price",
};

// Every sentence that a person reads is in this folder: short, friendly, exact. One file for each part of the app, so
// that a page loads the words it says. Plurals and amounts are functions, so that another language can lay the words out its
// own way; the same words in Arabic are in the folder ar.

import { firstVat } from "#pwa/rules/money";

/** The product's name, written here and nowhere else. */
export const product: string = "Sahn";

/** "5%", "5% and 10%": rates of VAT, each once. One that is missing, or none at all, is 5. */
export const percents = (rates: readonly (number | undefined)[]) =>
  list([...new Set((rates.length > 0 ? rates : [firstVat]).map((rate) => `${rate ?? firstVat}%`))].sort(byNumber));

const byNumber = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10);

/** A long text with today's rate of VAT in it. */
export const withVat = (text: string, rate: string) => text.replace("{vat}", rate);

export const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** "Mon", "Mon and Tue", "Mon, Tue and Wed". */
export const list = (items: string[]) =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

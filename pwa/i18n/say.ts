// Every sentence that a person reads is in this folder: short, friendly, exact. One file for each part of the app, so
// that a page loads the words it says. Plurals and amounts are functions, so that another language can lay the words out its
// own way; a second language goes beside the first in each file.

/** The product's name, written here and nowhere else. */
export const product = "Sahn";

export const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** "Mon", "Mon and Tue", "Mon, Tue and Wed". */
export const list = (items: string[]) =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

import { readAed } from "#pwa/rules/money";

/** The largest amount in a till's event, fils: the server quarantines bigger ones. */
export const maxAmount = 10_000_000;

/** Fils of an amount that was typed at a till; null when it is none, or too much. */
export const readAmount = (text: string) => readAed(text, maxAmount);

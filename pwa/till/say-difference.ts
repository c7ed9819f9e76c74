import { formatAed } from "#pwa/i18n/amounts";
import { shiftWords } from "#pwa/i18n/pos";

/** The result of a cash count, fils: 0 is right. */
export function sayDifference(fils: number): string {
  if (fils === 0) return shiftWords.right;
  return fils > 0 ? shiftWords.over(formatAed(fils)) : shiftWords.under(formatAed(-fils));
}

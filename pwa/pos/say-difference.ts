import { formatAed } from "#pwa/money";
import { shiftWords } from "#pwa/words/pos";

/** What a count has found, fils: 0 is right. */
export function sayDifference(fils: number): string {
  if (fils === 0) return shiftWords.right;
  return fils > 0 ? shiftWords.over(formatAed(fils)) : shiftWords.under(formatAed(-fils));
}

/** Amounts are whole fils: 1 AED = 100 fils. Divisions are rounded half up. */

/** fils × num / den, half up. fils, num ≥ 0, den > 0, and every product below 2^53. */
export function part(fils: number, num: number, den: number): number {
  const twice = fils * num * 2 + den;
  return (twice - (twice % (den * 2))) / (den * 2);
}

/** A rate of VAT in percent, and the first date of supply that it counts for; in the order of their dates. */
export type VatRates = readonly { from: string; percent: number }[];

/** The rate until operators set another one; also that of what an older server or app has kept without a rate. */
export const firstVat = 5;

/** The rate of what is supplied on a date. */
export const vatOn = (rates: VatRates | undefined, date: string): number =>
  rates?.findLast(({ from }) => from <= date)?.percent ?? firstVat;

/** The VAT inside an amount that includes that rate. */
export function vatInside(fils: number, rate: number): number {
  return part(fils, rate, 100 + rate);
}

/** Western digits for the Arabic and Persian ones that keyboards have, and for their separators. */
const western = (typed: string) =>
  typed
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll("٫", ".")
    .replaceAll("٬", ",");

/** Fils of a typed amount: "150", "150.5", "AED 1,050.00", "١٥٠٫٥ د.إ."; null when it is none, or more than `most` fils. */
export function readAed(typed: string, most = 999_999_999): number | null {
  const bare = western(typed)
    .replace(/[\s\u200e\u200f\u061c\u2066-\u2069]/g, " ")
    .replace(/^ *AED|د\. ?إ\.?/i, "")
    .trim();
  const found = /^(\d{1,7}|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?$/.exec(bare);
  if (!found) return null;
  const fils = Number(found[1]?.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return fils > most ? null : fils;
}

import type * as English from "#pwa/i18n/say";
import { firstVat } from "#pwa/rules/money";

export const product: typeof English.product = "صحن";

export const percents: typeof English.percents = (rates) =>
  list(
    [...new Set((rates.length > 0 ? rates : [firstVat]).map((rate) => rate ?? firstVat))]
      .sort(byNumber)
      .map((rate) => `\u2066${rate}%\u2069`),
  );

const byNumber = (a: number, b: number) => a - b;

export const withVat: typeof English.withVat = (text, rate) => text.replace("{vat}", rate);

/**
 * The noun that a number asks for. `one` and `two` are said without the digit ("وجبة واحدة", "وجبتان"); `few` is for 3 to 10 (also
 * 103 to 110), `many` for 11 to 99, `other` for 100 to 102. `#` stands for the number. `zero` and `many` are left out where they read
 * like `other`.
 */
export type Forms = { zero?: string; one: string; two: string; few: string; many?: string; other: string };

const rules = new Intl.PluralRules("ar");
const digits = new Intl.NumberFormat("ar-AE-u-nu-latn");

export const plural = (n: number, forms: Forms) =>
  (forms[rules.select(n)] ?? forms.other).replace("#", digits.format(n));

/** "الاثنين", "الاثنين والثلاثاء", "الاثنين والثلاثاء والأربعاء". */
export const list: typeof English.list = (items) => items.join(" و");

/** In English a number has two nouns; here each sentence uses `plural`. Kept for what both languages count alike. */
export const count: typeof English.count = (n, one, many) => `${digits.format(n)} ${n === 1 ? one : many}`;

import type * as English from "#pwa/i18n/locale";

export const language: typeof English.language = "ar";
export const direction: typeof English.direction = "rtl";
/** Western digits, as shops and banks in the UAE write them. */
export const locale: typeof English.locale = "ar-AE-u-nu-latn";
export const dayFirst: typeof English.dayFirst = "ar-AE-u-nu-latn";
export const tag: typeof English.tag = "ar-AE";
export const comma: typeof English.comma = "، ";
export const isolated: typeof English.isolated = (text) => `\u2068${text}\u2069`;

/** Left-to-right inside, and kept apart from the words around it: "1,035.30 د.إ.". */
export const aed: typeof English.aed = (sign, digits) => `\u2066${sign}${digits}\u00a0\u200fد.إ.\u200f\u2069`;
export const plain: typeof English.plain = (sign, digits) => (sign ? `\u2066${sign}${digits}\u2069` : digits);

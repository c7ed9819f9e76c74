import { expect, it } from "vitest";
import { formatAed, formatChange, formatPlain, formatShort } from "#pwa/i18n/amounts";
import * as arabic from "#pwa/i18n/ar/locale";

it.each([
  [0, "AED 0.00"],
  [5, "AED 0.05"],
  [3530, "AED 35.30"],
  [99_999, "AED 999.99"],
  [100_000, "AED 1,000.00"],
  [103_530, "AED 1,035.30"],
  [123_456_789_01, "AED 123,456,789.01"],
  [-103_530, "-AED 1,035.30"],
])("%i fils are written %s", (fils, text) => expect(formatAed(fils)).toBe(text));

it.each([
  [formatChange(400), "+AED 4.00"],
  [formatChange(-400), "-AED 4.00"],
  [formatChange(0), "AED 0.00"],
  [formatPlain(103_530), "1,035.30"],
  [formatPlain(-400), "-4.00"],
  [formatPlain(400, "−"), "−4.00"],
  [formatShort(350_000), "AED 3,500"],
  [formatShort(3530), "AED 35.30"],
  [arabic.aed("-", "4.00"), "\u2066-4.00\u00a0\u200fد.إ.\u200f\u2069"],
  [arabic.plain("−", "4.00"), "\u2066−4.00\u2069"],
])("a change, a bare amount, a short one and an Arabic one: %s", (shown, text) => expect(shown).toBe(text));

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { differences } from "#pwa/rules/quote/differences";
import {
  type Difference,
  type Live,
  type PricedMenu,
  priceQuote,
  type QuoteDay,
  type Terms,
} from "#pwa/rules/quote/quote";
import { quoteHash } from "#pwa/testing/quote-hash";

/** A quote's input as the file of cases writes it: menus by their names, and only what is not zero. */
type Given = {
  days: QuoteDay[];
  menu: string[];
  terms?: Partial<Terms>;
  live?: Partial<Live>;
  use_wallet?: boolean;
  now: string;
};

/** The file that the server's tests read too. */
const cases: {
  menus: Record<string, PricedMenu & { week: string }>;
  cases: { name: string; in: Given; want: unknown }[];
  differences: { name: string; seen: Given; fresh: Given; want: Difference[] }[];
} = JSON.parse(readFileSync(new URL("../../../server/quote/testdata/quotes.json", import.meta.url), "utf8"));

const noTerms: Terms = {
  discount_type: "",
  discount_amount: 0,
  minimum_day: 0,
  minimum_meal_count: 0,
  share_type: "",
  share_value: 0,
  share_cap: null,
  share_duration: "",
};
const noLive: Live = { wallet: 0, share_used: {}, portions: {}, taken: [], closed: [] };

function price(given: Given) {
  return priceQuote({
    days: given.days,
    menu: Object.fromEntries(given.menu.map((name) => [cases.menus[name]?.week, cases.menus[name]])),
    terms: { ...noTerms, ...given.terms },
    live: { ...noLive, ...given.live },
    use_wallet: given.use_wallet ?? false,
    now: Date.parse(given.now),
  });
}

describe("the device and the server agree on prices", () => {
  it.each(cases.cases)("$name", async (c) => {
    const quote = price(c.in);
    expect({ ...quote, hash: await quoteHash(quote) }).toStrictEqual(c.want);
  });

  it("has not lost cases", () => expect(cases.cases.length).toBeGreaterThan(280));
});

describe("the device and the server agree on what changed", () => {
  it.each(cases.differences)("$name", (c) => expect(differences(price(c.seen), price(c.fresh))).toStrictEqual(c.want));
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Lunch, type ShareTerms, sharesOf } from "#pwa/rules/quote/shares";

/** The file that the server's tests write and read. */
const cases: { rules: ShareTerms; lunches: Lunch[]; shares: number[]; capped: boolean }[] = JSON.parse(
  readFileSync(new URL("../../../server/quote/testdata/shares.json", import.meta.url), "utf8"),
);

test("the device and the server agree on what random rules pay", () => {
  expect(cases).toHaveLength(400);
  for (const { rules, lunches, ...want } of cases) expect(sharesOf(rules, lunches)).toStrictEqual(want);
  expect(new Set(cases.map(({ capped }) => capped)).size).toBe(2);
});

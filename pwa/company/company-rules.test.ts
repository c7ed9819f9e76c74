import { describe, expect, test } from "vitest";
import { domainsFault, domainsOf, filsTyped, peopleFault, peopleOf, trnFault, trnOf } from "#pwa/company/company-rules";
import { chosenPlan, lunchPrice, monthOf, nextPlan, planFor, plansKnown } from "#pwa/company/plans";
import { type ShareValues, shareFaults, shareOfValues, usualShare, valuesOfShare } from "#pwa/company/share";
import { rulesWords } from "#pwa/i18n/rules";
import { vatInside } from "#pwa/rules/money";

describe("plans (9)", () => {
  test.each([
    [1, 20, 20, 4700, 3600, false],
    [2, 25, 35, 4700, 3400, true],
    [3, 30, 50, 4700, 3100, false],
  ])("plan %i: %i%% from %i people", (id, discountPrecentage, minNumPeople, avgPrice, avgDiscountPrice, popular) => {
    const plan = { id, discountPrecentage, minNumPeople, avgPrice, avgDiscountPrice, popular };
    expect(plansKnown.find((known) => known.id === id)).toEqual(plan);
  });

  test.each([
    [19, undefined],
    [20, 1],
    [34, 1],
    [35, 2],
    [49, 2],
    [50, 3],
    [100_000, 3],
    [Number.NaN, undefined],
  ])("%s people reach plan %s", (people, id) => expect(planFor(plansKnown, people)?.id).toBe(id));

  test.each([
    [19, 1],
    [20, 2],
    [42, 3],
    [50, undefined],
  ])("from %i people the next is plan %s", (people, id) => expect(nextPlan(plansKnown, people)?.id).toBe(id));

  test("a plan that was chosen stands while enough people eat", () => {
    expect(chosenPlan(plansKnown, 60, 1)?.id).toBe(1);
    expect(chosenPlan(plansKnown, 40, 3)?.id).toBe(2);
    expect(chosenPlan(plansKnown, 40, Number(""))?.id).toBe(2);
  });

  test("a lunch is charged with VAT and to ten fils", () => {
    expect(plansKnown.map(lunchPrice)).toEqual([3760, 3530, 3290]);
  });

  test("the price before VAT that stands with it is the same price without its VAT, in whole dirhams", () => {
    const without = (price: number) => Math.round((price - vatInside(price, 5)) / 100) * 100;
    expect(plansKnown.map(lunchPrice).map(without)).toEqual(plansKnown.map((plan) => plan.avgDiscountPrice));
  });

  test("a month is three days a week for four weeks, to the hundred dirhams", () => {
    expect(monthOf(plansKnown[1] as (typeof plansKnown)[number], 42)).toBe(1_780_000);
  });
});

test.each([
  ["100 3841 2050 0003", undefined],
  ["١٠٠٣٨٤١٢٠٥٠٠٠٠٣", undefined],
  ["10038412050000", rulesWords.trn],
  ["1003841205000034", rulesWords.trn],
  ["10038412050000x", rulesWords.trn],
  [" - ", rulesWords.missing],
])("the TRN “%s”", (typed, fault) => expect(trnFault(typed)).toBe(fault));

test("a TRN is its digits", () => expect(trnOf("100-3841-2050 0003")).toBe("100384120500003"));

test("domains are found however they are written", () => {
  expect(domainsOf(" Company.com; @lunch.ae,\nhttps://www.dubai.example/about name@company.com ")).toEqual([
    "company.com",
    "lunch.ae",
    "dubai.example",
  ]);
});

test.each([
  ["", undefined],
  ["company.com", undefined],
  ["company", rulesWords.domain("company")],
  ["-company.com", rulesWords.domain("-company.com")],
  ["gmail.com", rulesWords.publicDomain("gmail.com")],
  ["company.com, Yahoo.co.uk", rulesWords.publicDomain("yahoo.co.uk")],
  ["a.ae b.ae c.ae d.ae e.ae", undefined],
  ["a.ae b.ae c.ae d.ae e.ae f.ae", rulesWords.domains],
])("the domains “%s”", (typed, fault) => expect(domainsFault(typed)).toBe(fault));

test.each([
  ["1", undefined],
  ["100,000", undefined],
  ["٤٢", undefined],
  ["0", rulesWords.people],
  ["100001", rulesWords.people],
  ["12.5", rulesWords.people],
  ["", rulesWords.people],
])("“%s” people", (typed, fault) => expect(peopleFault(typed)).toBe(fault));

test.each([
  ["20", 2000],
  ["20.5", 2050],
  ["AED 1,020.05", 102_005],
  ["٢٠", 2000],
  ["-5", Number.NaN],
  ["5.123", Number.NaN],
  ["", Number.NaN],
])("“%s” is %s fils", (typed, fils) => expect(filsTyped(typed)).toBe(fils));

test("people are whole", () => expect([peopleOf("1 000"), peopleOf("ten")]).toEqual([1000, Number.NaN]));

describe("who pays", () => {
  const both: ShareValues = { ...usualShare, who: "both" };

  test("the employees, the company, or both", () => {
    const open = { share_cap: null, share_duration: "Monthly" };
    expect(shareOfValues({ ...both, who: "employees" })).toEqual({ ...open, share_value: 0, share_type: "Flat" });
    expect(shareOfValues({ ...both, who: "company" })).toMatchObject({ share_value: 100, share_type: "Percentage" });
    const weekly = { share_type: "Flat", share_duration: "Weekly" } as const;
    const typed = { ...both, ...weekly, amount: "17.50", cap: "200" };
    expect(shareOfValues(typed)).toEqual({ ...weekly, share_value: 1750, share_cap: 20_000 });
    expect(shareOfValues(both)).toEqual({ ...open, share_value: 50, share_type: "Percentage" });
  });

  test("the period in which shares are counted outlives its limit", () => {
    const weekly = { share_type: "Flat", share_value: 2000, share_cap: 10_000, share_duration: "Weekly" };
    const free = shareOfValues({ ...valuesOfShare(weekly), cap: "" });
    expect(free).toEqual({ ...weekly, share_cap: null });
    expect(shareOfValues({ ...valuesOfShare(free), amount: "15" })).toEqual({ ...free, share_value: 1500 });
    // Those who never had a limit were written down by the day; nobody chose that.
    expect(valuesOfShare({ ...weekly, share_cap: null, share_duration: "Daily" }).share_duration).toBe("Monthly");
  });

  test.each([
    [{ percent: "0" }, "percent", rulesWords.percent],
    [{ percent: "101" }, "percent", rulesWords.percent],
    [{ percent: "half" }, "percent", rulesWords.percent],
    [{ percent: "100" }, "percent", undefined],
    [{ share_type: "Flat", amount: "0.5" }, "amount", rulesWords.amount],
    [{ share_type: "Flat", amount: "1000" }, "amount", undefined],
    [{ share_type: "Flat", amount: "1000.01" }, "amount", rulesWords.amount],
    [{ share_type: "Flat", amount: "20", percent: "" }, "percent", undefined],
    [{ cap: "0" }, "cap", rulesWords.cap],
    [{ cap: "much" }, "cap", rulesWords.cap],
    [{ cap: "1" }, "cap", undefined],
    [{ who: "company", percent: "" }, "percent", undefined],
  ] as [Partial<ShareValues>, keyof ShareValues, string | undefined][])("%j", (values, name, fault) => {
    expect(shareFaults({ ...both, ...values })[name]).toBe(fault);
  });
});

import { expect, test } from "vitest";
import { billOf } from "#pwa/till/bill";
import type { Account } from "#pwa/till/cart";

const meals = [
  { id: "a", name: "Burrito", cuisine: 1, price: 4700, employee_price: 3530 },
  { id: "b", name: "Soup", cuisine: 1, price: 3600, employee_price: 2700 },
];
const terms = { company_id: "C", offline_limit: 2000 };
const lines = [
  { meal: "a", qty: 2 },
  { meal: "b", qty: 1 },
  { meal: "gone", qty: 4 },
];
const asked = { lines, meals, terms, buyer: null, way: "cash", rest: "cash", given: null } as const;
const eater = {
  id: "P",
  proof: "P.1.t",
  name: "Mariam",
  company: "Harbour",
  discount_type: "Percentage",
  discount_amount: 25,
  share: 2000,
  wallet: 1200,
  limit: 10_000,
};
const knows = (total: number, more = {}): Account => ({ total, eater: { ...eater, ...more } });

test("a walk-in pays the menu's prices, and what is not sold today is left out", () => {
  const whole = { gross: 13_000, total: 13_000, discount: 0 };
  expect(billOf(asked)).toMatchObject({ ...whole, cash: 13_000, terminal: 0, account: 0, change: 0 });
});

test("change is what the cash in hand is more, and too little is said", () => {
  expect(billOf({ ...asked, given: 15_000 })).toMatchObject({ change: 2000, tooLittle: false });
  expect(billOf({ ...asked, given: 10_000 })).toMatchObject({ change: 0, tooLittle: true });
});

test("somebody of the company pays its plan's prices; share and wallet go first, the rest is paid at the counter", () => {
  const buyer = { company: "C", account: knows(9760) };
  const bill = billOf({ ...asked, buyer, way: "account", rest: "terminal" });
  expect(bill).toMatchObject({ gross: 13_000, total: 9760, discount: 3240 });
  expect(bill).toMatchObject({ share: 2000, wallet: 1200, account: 3200, terminal: 6560, cash: 0 });
});

test("the wallet gives no more than is left of the total", () => {
  const buyer = { company: "C", account: knows(9760, { share: 9000, wallet: 50_000 }) };
  const bill = billOf({ ...asked, buyer, way: "account" });
  expect(bill).toMatchObject({ share: 9000, wallet: 760, account: 9760, cash: 0, terminal: 0 });
});

test("what was answered about another total does not count", () => {
  const buyer = { company: "C", account: knows(5000) };
  expect(billOf({ ...asked, buyer, way: "account" })).toMatchObject({ allowed: null, account: 0, cash: 9760 });
});

test("without an answer the operator's limit is all that goes on an account", () => {
  const buyer = { company: "C", account: "offline" as const };
  expect(billOf({ ...asked, buyer, way: "account" })).toMatchObject({ allowed: 2000, account: 2000, cash: 7760 });
  const none = billOf({ ...asked, terms: { ...terms, offline_limit: 0 }, buyer, way: "account" });
  expect(none).toMatchObject({ allowed: 0, account: 0, cash: 9760 });
});

test("of another company's plan only the server knows", () => {
  const guest = { company: "D", account: "offline" as const };
  expect(billOf({ ...asked, buyer: guest }).total).toBe(13_000);
  const known = { company: "D", account: knows(0, { discount_type: "Flat", discount_amount: 700 }) };
  expect(billOf({ ...asked, buyer: known }).total).toBe(13_000 - 3 * 700);
});

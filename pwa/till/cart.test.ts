import { beforeEach, expect, test } from "vitest";
import type { Eater } from "#pwa/offline/wire";
import { type Account, clearCart, setAccount, setBuyer, useCart } from "#pwa/till/cart";
import type { Shown } from "#pwa/till/shown-code";

const shown = { proof: "P1" } as Shown;
const answer = (total: number, eater: Partial<Eater>): Account => ({
  total,
  eater: { share: 0, wallet: 0, ...eater } as Eater,
});
const way = () => useCart.getState().way;

beforeEach(clearCart);

test("a sale of which nothing can go on the account begins with cash, and the seller may choose the account again", () => {
  setBuyer(shown);
  expect(way()).toBe("account");
  setAccount("P1", answer(0, {}));
  expect(way()).toBe("account"); // no meal yet
  setAccount("P1", answer(7240, {}));
  expect(way()).toBe("cash");
  useCart.setState({ way: "account" });
  setAccount("P1", answer(9000, {}));
  expect(way()).toBe("account");
});

test.each<[string, Partial<Eater>]>([
  ["the company pays", { share: 2000 }],
  ["the wallet has", { wallet: 500 }],
  ["the buyer may confirm", { with_confirmation: { share: 7240, wallet: 0 } as Eater["with_confirmation"] }],
])("a sale of which %s a part stays on the account", (_, eater) => {
  setBuyer(shown);
  setAccount("P1", answer(7240, eater));
  expect(way()).toBe("account");
});

test("what is heard about another buyer changes nothing", () => {
  setBuyer(shown);
  setAccount("P2", answer(7240, {}));
  expect(useCart.getState()).toMatchObject({ way: "account", buyer: { account: "asking" } });
});

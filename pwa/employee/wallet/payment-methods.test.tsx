import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PaymentMethods } from "#pwa/employee/wallet/payment-methods";
import { useConfig } from "#pwa/offline/config";
import { type Db, useDevice } from "#pwa/offline/db";
import { signInWithPassword } from "#pwa/offline/session";
import { stopSync } from "#pwa/offline/sync/start-sync";
import type { SavedCard } from "#pwa/offline/wire";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

let site: Site;
let person = 0;
let cards: SavedCard[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T09:00:00Z") });
  const me = { ...mariam, id: `P-cards-${++person}` };
  cards = [
    { id: "C1", brand: "VISA", last4: "0001", expiry: "2028-05", default: true },
    { id: "C2", brand: "MASTERCARD", last4: "0008", expiry: "2026-11", default: false },
    { id: "C3", brand: "AMEX", last4: "4564", expiry: "2026-10", default: false },
  ];
  const said = () => ({ status: 200, body: { data: cards } });
  site = siteOf([me]);
  site.on["GET /api/cards"] = said;
  site.on["DELETE /api/cards/*"] = (_, path) => {
    cards = cards.filter(({ id }) => !path.endsWith(id));
    return said();
  };
  site.on["POST /api/cards/C2/default"] = () => {
    cards = cards.map((card) => ({ ...card, default: card.id === "C2" }));
    return said();
  };
  await signInWithPassword(me.email, "secret");
});
afterEach(() => {
  stopSync();
  useConfig.setState({ apple_pay: false });
  vi.useRealTimers();
});

const open = () =>
  render(
    <MemoryRouter>
      <PaymentMethods />
    </MemoryRouter>,
  );
const rows = () => screen.findAllByRole("listitem");

test("every card is told by brand, last digits and expiry, the default by a word", async () => {
  open();
  const [visa, master, amex] = await rows();
  expect(visa).toHaveTextContent("Visa •••• 0001Expires 05/28Default");
  expect(master).toHaveTextContent("Mastercard •••• 0008Expires 11/26");
  expect(amex).toHaveTextContent("American Express •••• 4564Expired 10/26");
  expect(within(amex as HTMLElement).getByRole("button", { name: /Make default/ })).toBeDisabled();
});

test("another card is made the default", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Make default: Mastercard ending in 0008" }));
  expect(await screen.findByText("Mastercard ending in 0008 is now your default.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Make default: Visa ending in 0001" })).toBeEnabled();
  expect(screen.queryByRole("button", { name: "Make default: Mastercard ending in 0008" })).not.toBeInTheDocument();
});

test("a card is removed only after a yes", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Remove Visa ending in 0001" }));
  const sheet = await screen.findByRole("alertdialog", { name: "Remove this card?" });
  await userEvent.click(within(sheet).getByRole("button", { name: "Keep it" }));
  expect(site.asked.filter(({ method }) => method === "DELETE")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Visa ending in 0001" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Visa ending in 0001 is removed.")).toBeInTheDocument();
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test("a card that was removed does not come back with an older answer that is late", async () => {
  const { unmount } = open();
  await rows();
  unmount();
  const said = (list: SavedCard[]) => ({ status: 200, body: { data: list } });
  const older = said(cards);
  let late = () => {};
  site.on["GET /api/cards"] = () =>
    new Promise((answer) => {
      late = () => answer(older);
    });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Remove Visa ending in 0001" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Visa ending in 0001 is removed.")).toBeInTheDocument();
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  const kept = vi.spyOn(useDevice.getState().db?.facts as Db["facts"], "put");
  late();
  site.on["GET /api/cards"] = () => said(cards.slice(1));
  window.dispatchEvent(new Event("online"));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(kept.mock.calls.map(([{ value }]) => (value as { list: SavedCard[] }).list.length)).toEqual([1]);
});

test("with a full storage a card that was removed is gone, and the newer cards are shown", async () => {
  const { unmount } = open();
  await rows();
  const facts = useDevice.getState().db?.facts as Db["facts"];
  vi.spyOn(facts, "put").mockImplementation((() =>
    Promise.reject(new DOMException("full", "QuotaExceededError"))) as never);
  await userEvent.click(screen.getByRole("button", { name: "Remove Visa ending in 0001" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Visa ending in 0001 is removed.")).toBeInTheDocument();
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(screen.queryByText(/^As of today/)).not.toBeInTheDocument();
  unmount();
  cards = cards.slice(1);
  open();
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test("without a card it says how one comes here", async () => {
  cards = [];
  open();
  expect(await screen.findByText("No saved cards yet")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Top up my wallet" })).toHaveAttribute(
    "href",
    "/dashboard/walletTransactions?topup=1",
  );
});

test("without a connection the cards are shown as of their time, and nothing can be changed", async () => {
  const { unmount } = open();
  await rows();
  unmount();
  site.online = false;
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open();
  expect(await screen.findByText(/^As of today at 13:00. Changing cards needs a connection/)).toBeInTheDocument();
  for (const button of screen.getAllByRole("button")) expect(button).toBeDisabled();
  vi.restoreAllMocks();
});

test("Apple Pay is named only where the provider offers it", async () => {
  const { unmount } = open();
  await rows();
  expect(screen.queryByText("Apple Pay")).not.toBeInTheDocument();
  unmount();
  useConfig.setState({ apple_pay: true });
  open();
  expect(await screen.findByText("Apple Pay")).toBeInTheDocument();
});

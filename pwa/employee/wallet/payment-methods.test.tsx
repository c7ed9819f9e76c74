import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PaymentMethods } from "#pwa/employee/wallet/payment-methods";
import { useConfig } from "#pwa/offline/config";
import type { SavedCard } from "#pwa/offline/wire";
import { ok } from "#pwa/testing/answers";
import { gate } from "#pwa/testing/gate";
import { leadsTo } from "#pwa/testing/open-at";
import { deviceDb, fullStorage, signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";

let site: Site;
let cards: SavedCard[];
timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  cards = [
    { id: "C1", brand: "VISA", last4: "0001", expiry: "2028-05", default: true },
    { id: "C2", brand: "MASTERCARD", last4: "0008", expiry: "2026-11", default: false },
    { id: "C3", brand: "AMEX", last4: "4564", expiry: "2026-10", default: false },
  ];
  const said = () => ok(cards)();
  site = await signedIn();
  site.on["GET /api/cards"] = said;
  site.on["DELETE /api/cards/*"] = (_, path) => {
    cards = cards.filter(({ id }) => !path.endsWith(id));
    return said();
  };
  site.on["POST /api/cards/C2/default"] = () => {
    cards = cards.map((card) => ({ ...card, default: card.id === "C2" }));
    return said();
  };
});
afterEach(() => useConfig.setState({ apple_pay: false }));

const open = () => render(<PaymentMethods />, { wrapper: MemoryRouter });
const rows = () => screen.findAllByRole("listitem");
const askToRemove = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Remove Visa ending in 0001" }));
  return within(await screen.findByRole("alertdialog", { name: "Remove this card?" }));
};
const remove = async () => {
  const sheet = await askToRemove();
  await userEvent.click(sheet.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Visa ending in 0001 is removed.")).toBeInTheDocument();
  await waitFor(async () => expect(await rows()).toHaveLength(2));
};

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
  const sheet = await askToRemove();
  await userEvent.click(sheet.getByRole("button", { name: "Keep it" }));
  expect(site.asked.filter(({ method }) => method === "DELETE")).toEqual([]);
  await remove();
});

test("a card that was removed does not come back with an older answer that is late", async () => {
  const { unmount } = open();
  await rows();
  unmount();
  const older = ok(cards)();
  const { opened: promise, open: late } = gate<typeof older>();
  site.on["GET /api/cards"] = () => promise;
  open();
  await remove();
  const kept = vi.spyOn(deviceDb().facts, "put");
  late(older);
  site.on["GET /api/cards"] = () => ok(cards.slice(1))();
  window.dispatchEvent(new Event("online"));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(kept.mock.calls.map(([{ value }]) => (value as { list: SavedCard[] }).list.length)).toEqual([1]);
});

test("with a full storage a card that was removed is gone, and the newer cards are shown", async () => {
  const { unmount } = open();
  await rows();
  fullStorage();
  await remove();
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
  await leadsTo("Top up my wallet", "/dashboard/walletTransactions?topup=1");
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

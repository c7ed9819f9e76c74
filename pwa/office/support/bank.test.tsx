import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { BankLine } from "#pwa/office/kitchen";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply, type Site } from "#pwa/testing/site";

const line: BankLine = {
  id: "L1",
  booked_on: "2026-12-01",
  amount: 350_000,
  currency: "AED",
  payer: "Sidra Trading LLC",
  text: "INV-2026-000001",
  reference: "FT1",
  state: "open",
  by: "",
  at: null,
  recorded: "",
  proposal: {
    certainty: "exact",
    reason: "number",
    company_id: "C1",
    company: "Sidra Trading",
    parts: [{ invoice_id: "I1", number: "INV-2026-000001", amount: 350_000 }],
    over: 0,
  },
};
let site: Site;

beforeEach(async () => {
  site = await signInOperator("support");
  site.on["GET /api/kitchen/bank/S1"] = reply({
    name: "december.csv",
    data: [line],
    page: 1,
    per_page: 50,
    total: 1,
    open: 1,
    booked: 0,
    other: 0,
    exact: ["L1"],
    exact_sum: 350_000,
  });
});

test("a line says what it pays and why, and is recorded only after a second look", async () => {
  site.on["POST /api/kitchen/bank-lines/L1/book"] = reply({ done: 1, left: 0 });
  openAt("/kitchen/bank/S1", { "/kitchen/*": <KitchenPage /> });
  await screen.findByText("It names the invoice and brings what is due of it.");
  await press(/^Confirm AED/);
  const sheet = await screen.findByRole("dialog");
  within(sheet).getByText(/cannot be taken back here/);
  expect(site.sent("POST", "/api/kitchen/bank-lines")).toEqual([]);
  await userEvent.click(within(sheet).getByRole("button", { name: /^Confirm AED/ }));
  await screen.findByText("Transfer recorded");
  expect(site.sent("POST", "/api/kitchen/bank-lines")).toEqual([
    { parts: [{ invoice_id: "I1", amount: 350_000 }], surplus: false },
  ]);
});

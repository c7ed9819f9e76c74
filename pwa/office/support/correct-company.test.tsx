import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { kitchenCompanyWords as words } from "#pwa/i18n/kitchen";
import type { CompanySheet } from "#pwa/office/kitchen";
import { CompanyFile } from "#pwa/office/support/company-file";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const company: CompanySheet = {
  id: "C1",
  name: "Harbour Line",
  status: "Active",
  trn: "100000000000001",
  people: 40,
  active_people: 31,
  created_at: "2026-01-05T06:00:00Z",
  billing_address: "",
  seal: "as-seen",
  status_note: "",
  approved_at: null,
  allowed_domains: [],
  plan_name: "Large team",
  plan_discount_type: "Percentage",
  plan_discount: 25,
  plan_people: 31,
  share_type: "Flat",
  share_value: 2000,
  share_cap: null,
  share_duration: "Daily",
  open_deliveries: 0,
  trn_taken: false,
  admins: [],
  places: [],
  acts: [],
};

test("what invoices say of a company is corrected with a reason, and a refusal keeps what was typed", async () => {
  const site = await signInOperator("support");
  site.on["GET /api/kitchen/companies/C1"] = reply({ data: company });
  const path = "/api/kitchen/companies/C1/correct";
  openAt("/kitchen/companies/C1", { "/kitchen/companies/:id": <CompanyFile /> });
  await screen.findByText(words.billingAsMain);
  await press(words.correct);
  const form = within(await screen.findByRole("dialog"));
  const save = () => userEvent.click(form.getByRole("button", { name: "Save" }));
  await userEvent.clear(form.getByLabelText(words.trn));
  await save();
  expect(form.getByLabelText(words.trn)).toBeInvalid();
  expect(site.sent("POST", path)).toEqual([]);
  await userEvent.type(form.getByLabelText(words.trn), "100 0000 0000 0009");
  await userEvent.type(form.getByLabelText(words.correctReason), "as on the licence");
  site.on[`POST ${path}`] = reply({ message: "", reason: "company_changed" }, 409);
  await save();
  await form.findByText(words.changed);
  expect(form.getByLabelText(words.correctReason)).toHaveValue("as on the licence");
  site.on[`POST ${path}`] = reply({ data: {} });
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(site.sent("POST", path)[1]).toEqual({
    name: "Harbour Line",
    trn: "100000000000009",
    billing_address: "",
    reason: "as on the licence",
    seen: "as-seen",
  });
});

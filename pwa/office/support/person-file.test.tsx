import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { orderStatusWords } from "#pwa/i18n/ar/order";
import { PersonFile } from "#pwa/office/support/person-file";
import { personOf, signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

vi.mock("#pwa/i18n/order", () => import("#pwa/i18n/ar/order"));

test("whoever reads a person's page in Arabic reads the states of orders in Arabic, and a number with its plus first", async () => {
  const site = await signInOperator("support");
  const sums = { net_amount: 9000, company_share: 6000, employee_share: 3000 };
  const order = {
    id: "O1",
    status: "Payment Pending",
    week: "2026-11-16",
    created_at: "2026-11-12T06:00:00Z",
    ...sums,
  };
  site.on["GET /api/kitchen/people/P1"] = reply({ data: personOf({ mobile: "+971501234567", orders: [order] }) });
  openAt("/kitchen/people/P1", { "/kitchen/people/:id": <PersonFile /> });
  expect(await screen.findByText("+971501234567")).toHaveAttribute("dir", "ltr");
  expect(screen.getByText(orderStatusWords["Payment Pending"])).toBeVisible();
});

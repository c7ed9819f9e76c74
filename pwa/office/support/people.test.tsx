import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";

const row = {
  id: "P1",
  name: "Mariam",
  email: "mariam@harbourline.example",
  client_type: "Employee",
  status: "Suspended",
  company_id: "C1",
  company_name: "Harbour Line",
};

test("people are found by their state, in the company that was chosen before", async () => {
  const site = await signInOperator("support");
  site.on["GET /api/kitchen/people"] = (_body, path) => {
    const held = new URL(path, "http://x").searchParams.get("state") === "Suspended";
    return { status: 200, body: { data: held ? [row] : [], next: "" } };
  };
  openAt("/kitchen/people?company=C1", { "/kitchen/*": <KitchenPage /> });
  await userEvent.click(await screen.findByText("On hold"));
  expect(await screen.findByText("Mariam")).toBeVisible();
  await waitFor(() => expect(site.asked.at(-1)?.path).toContain("company=C1"));
});

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AllergenCorrection } from "#pwa/office/kitchen";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const correction: AllergenCorrection = {
  id: "C1",
  week: "2026-11-23",
  meal: "M1",
  name: "Chicken Mandi",
  changed: { dairy: "may_contain" },
  at: "2026-11-21T08:00:00Z",
  operator: "Bilal",
  lunches: 2,
  told: [
    {
      profile: "P1",
      person: "Mariam Saleh",
      date: "2026-11-23",
      at: "2026-11-21T08:01:00Z",
      letter: "corrected-C1-D1",
      sent: "2026-11-21T08:02:00Z",
    },
  ],
};
const open = () => openAt("/kitchen/corrections", { "/kitchen/*": <KitchenPage /> });

test("support reads who was told of a corrected meal, of which lunch, when, and by which letter", async () => {
  const site = await signInOperator("support");
  site.on["GET /api/kitchen/corrections"] = reply({ data: [correction], next: "" });
  open();
  const line = (await screen.findByText("Chicken Mandi")).closest("li");
  expect(line).toHaveTextContent("dairy: may contain");
  expect(line).toHaveTextContent("2 lunches ahead had it · Bilal, Sat 21 Nov 2026, 12:00");
  expect(line).toHaveTextContent(
    "Mariam Saleh · Mon 23 Nov 2026 · told Sat 21 Nov 2026, 12:01 · mail sent Sat 21 Nov 2026, 12:02",
  );
  expect(line).toHaveTextContent("Letter corrected-C1-D1");
  expect(screen.getByRole("link", { name: "Mariam Saleh" })).toHaveAttribute("href", "/kitchen/people/P1");
});

test("a cook does not read who avoids what", async () => {
  const site = await signInOperator("kitchen");
  open();
  expect(await screen.findByText("Your role does not open this page. Ask a manager.")).toBeTruthy();
  expect(site.sent("GET", "/api/kitchen/corrections")).toEqual([]);
});

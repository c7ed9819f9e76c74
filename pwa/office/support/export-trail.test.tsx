import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { KitchenPage } from "#pwa/office/kitchen-page";
import * as server from "#pwa/offline/server";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply, type Site } from "#pwa/testing/site";
import { saveFile } from "#pwa/ui/save-file";

vi.mock("#pwa/ui/save-file", () => ({ saveFile: vi.fn() }));

vi.mock("#pwa/offline/server", async (real) => ({ ...(await real<typeof server>()), callFile: vi.fn() }));

let site: Site;

beforeEach(async () => {
  site = await signInOperator("manager");
  site.on["GET /api/kitchen/acts"] = reply({ data: [], next: "" });
  site.on["GET /api/kitchen/companies"] = reply({
    data: [{ id: "C1", name: "Sidra Trading", trn: "100000000000009", status: "Active" }],
    next: "",
  });
  site.on["POST /api/kitchen/trail-exports"] = reply({ id: "E1", until: "2026-11-24T08:15:00Z", key: "the-key" });
  openAt("/kitchen/trail", { "/kitchen/*": <KitchenPage /> });
  vi.mocked(server.callFile).mockResolvedValue({ name: "sahn-audit.csv", blob: new Blob(["the file"]) });
  await press("Export");
});

test("the trail of one company is exported, and the key that verifies it is said", async () => {
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.selectOptions(sheet.getByLabelText("Which acts"), "About one company");
  await userEvent.click(sheet.getByRole("button", { name: "Export" }));
  await sheet.findByText("Choose a company.");
  expect(site.sent("POST", "/api/kitchen/trail-exports")).toEqual([]);
  await userEvent.click(await sheet.findByRole("radio", { name: /Sidra Trading/ }));
  await userEvent.click(sheet.getByRole("button", { name: "Export" }));
  await screen.findByText("the-key");
  expect(site.sent("POST", "/api/kitchen/trail-exports")).toMatchObject([{ of: "company", company: "C1" }]);
  expect(server.callFile).toHaveBeenCalledWith("/api/kitchen/trail-exports/E1", {
    toast: false,
    timeout: 900_000,
  });
  expect(saveFile).toHaveBeenCalledOnce();
});

test("days that are no period are not asked for", async () => {
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.clear(sheet.getByLabelText("First day"));
  await userEvent.type(sheet.getByLabelText("First day"), "2025-01-01");
  await userEvent.click(sheet.getByRole("button", { name: "Export" }));
  await sheet.findByText("Choose a last day that is not before the first: 366 days at most.");
  expect(site.sent("POST", "/api/kitchen/trail-exports")).toEqual([]);
});

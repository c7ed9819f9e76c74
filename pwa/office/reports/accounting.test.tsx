import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { accountingWords as words } from "#pwa/i18n/accounting";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const { callFile, saved } = vi.hoisted(() => ({ callFile: vi.fn(), saved: vi.fn() }));
vi.mock("#pwa/offline/server", async (real) => ({ ...(await real<object>()), callFile }));
vi.mock("#pwa/ui/save-file", () => ({ saveFile: saved }));

const path = "/api/kitchen/accounting";
const accounts = [
  { kind: "vat", code: "2210", name: "Output VAT" },
  { kind: "sales", code: "4010", name: "Lunch sales" },
];
const open = (month: string, closable = false) => ({ month, closed_at: null, closed_by: "", closable });

test("a manager takes a month's journal along for Xero, closes the month, and names the accounts of their books", async () => {
  const site = await signInOperator("manager");
  const months = [open("2026-11-01"), open("2026-10-01", true)];
  site.on[`GET ${path}`] = reply({ accounts, months });
  openAt("/kitchen/accounting", { "/kitchen/*": <KitchenPage /> });
  const october = within((await screen.findByText("October 2026")).closest("li") as HTMLElement);
  expect(screen.getAllByText(words.open)).toHaveLength(2);
  expect(screen.getAllByRole("button", { name: words.close })).toHaveLength(1);

  callFile.mockRejectedValueOnce(new Error("gone")).mockResolvedValue({ name: "journal", blob: new Blob(["x"]) });
  await userEvent.selectOptions(screen.getByLabelText(words.format), "Xero");
  await userEvent.click(october.getByRole("button", { name: words.downloadOf("October 2026") }));
  await screen.findByText(new RegExp(words.failed));
  await userEvent.click(october.getByRole("button", { name: words.downloadOf("October 2026") }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(callFile).toHaveBeenLastCalledWith(`${path}/2026-10-01/file?format=xero`, { toast: false });
  expect(screen.queryByText(new RegExp(words.failed))).toBeNull();

  site.on[`POST ${path}/2026-10-01/close`] = reply({ accounts, months });
  site.on[`GET ${path}`] = reply({
    accounts,
    months: [open("2026-11-01"), { ...open("2026-10-01"), closed_at: "2026-11-21T06:00:00Z", closed_by: "Sara" }],
  });
  await userEvent.click(october.getByRole("button", { name: words.close }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: words.close }));
  await screen.findByText(words.by("Sara", "Sat 21 Nov 2026"));
  expect(screen.queryByRole("button", { name: words.close })).toBeNull();

  await userEvent.click(screen.getByText(words.accounts));
  const code = within(screen.getByRole("group", { name: "Sales, net of VAT" })).getByLabelText(words.code);
  await userEvent.clear(code);
  await press("Save");
  await screen.findByText(words.missing);
  await userEvent.type(code, "4100");
  site.on[`PUT ${path}`] = reply({ accounts, months });
  await press("Save");
  await waitFor(() =>
    expect(site.sent("PUT", path)).toEqual([
      { accounts: [accounts[0], { kind: "sales", code: "4100", name: "Lunch sales" }] },
    ]),
  );
});

test("a year of months does not push the accounts off a phone's screen: all but the newest three are folded", async () => {
  const site = await signInOperator("manager");
  const months = ["11", "10", "09", "08", "07"].map((month) => open(`2026-${month}-01`));
  site.on[`GET ${path}`] = reply({ accounts, months });
  openAt("/kitchen/accounting", { "/kitchen/*": <KitchenPage /> });
  expect(await screen.findByText("September 2026")).toBeVisible();
  expect(screen.getByText("August 2026")).not.toBeVisible();
  await userEvent.click(screen.getByText(words.earlier(2)));
  expect(screen.getByText("July 2026")).toBeVisible();
});

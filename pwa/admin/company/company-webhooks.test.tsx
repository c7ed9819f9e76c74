import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { CompanyWebhooks } from "#pwa/admin/company/company-webhooks";
import { ok } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { type Site, siteOf } from "#pwa/testing/site";

const path = "/api/webhooks";
const secret = `whsec_${"x".repeat(43)}=`;
const hook = {
  id: "01K",
  style: "standard",
  url: "https://example.com/sahn",
  events: ["order.placed"],
  by: "Omar Haddad",
  made: "2026-11-20T08:00:00Z",
  failing: null,
  disabled: null,
  off: null,
  both: null,
  waiting: 0,
  failed: 1,
};
const delivery = {
  event: "01E",
  kind: "order.placed",
  at: "2026-11-23T08:00:00Z",
  state: "failed",
  next: null,
  attempts: [{ at: "2026-11-23T08:00:10Z", status: 500, error: "status", ms: 12 }],
};
let site: Site;

beforeEach(() => {
  emptyPage();
  site = siteOf();
  site.on[`GET ${path}`] = ok([]);
  site.on[`GET ${path}/01K/deliveries`] = ok([delivery]);
});

test("an admin adds a webhook, reads its secret once and finds it in the list", async () => {
  site.on[`POST ${path}`] = () => {
    site.on[`GET ${path}`] = ok([hook]);
    return ok({ id: "01K", secret })();
  };
  render(<CompanyWebhooks />);
  await screen.findByText(/post messages to a channel/);
  await press("Add a webhook");
  await press("Save");
  expect(screen.getByText("Enter an address.")).toBeVisible();
  expect(screen.getByText("Choose at least one.")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Address"), hook.url);
  await userEvent.click(screen.getByLabelText("a week is ordered"));
  await press("Save");
  expect(await screen.findByLabelText("The secret of your webhook")).toHaveValue(secret);
  expect(site.sent("POST", path)).toEqual([
    { style: "standard", url: hook.url, events: ["order.placed"], language: "en" },
  ]);
  await press("I have copied it");
  expect(await screen.findByText("1 not delivered")).toBeVisible();
  expect(screen.getByText("On")).toBeVisible();
  expect(screen.queryByDisplayValue(secret)).toBeNull();
});

test("a channel is told only what can be said in words", async () => {
  render(<CompanyWebhooks />);
  await press("Add a webhook");
  await userEvent.selectOptions(screen.getByLabelText("Where to"), "slack");
  expect(screen.getAllByRole("checkbox")).toHaveLength(4);
  expect(screen.queryByLabelText("a week is ordered")).toBeNull();
});

test("an admin sees what was not delivered and sends it again, or removes the webhook after a question", async () => {
  site.on[`GET ${path}`] = ok([hook]);
  site.on[`POST ${path}/01K/replay`] = () => {
    site.on[`GET ${path}/01K/deliveries`] = ok([{ ...delivery, state: "waiting", next: "2026-11-23T09:00:00Z" }]);
    return ok([])();
  };
  site.on[`DELETE ${path}/01K`] = () => {
    site.on[`GET ${path}`] = ok([]);
    return ok([])();
  };
  render(<CompanyWebhooks />);
  await press("Open https://example.com/sahn");
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("Not delivered · 1 try · answered 500")).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: /^Send again: a week is ordered/ }));
  expect(await sheet.findByText(/^Waiting · 1 try/)).toBeVisible();
  expect(site.sent("POST", `${path}/01K/replay`)).toEqual([{ event: "01E" }]);
  await press("Remove");
  expect(sheet.getByText(/what was sent is forgotten/)).toBeVisible();
  await press("Yes, remove it");
  expect(await screen.findByText(/post messages to a channel/)).toBeVisible();
});

test("a webhook that was switched off says why, in the list and in its sheet, with what to do", async () => {
  site.on[`GET ${path}`] = ok([{ ...hook, off: "failing", disabled: "2026-11-25T08:00:00Z" }]);
  render(<CompanyWebhooks />);
  const why = "Switched off: nothing arrived for five days";
  expect(await screen.findByText(why)).toBeVisible();
  await press("Open https://example.com/sahn");
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByText(why)).toBeVisible();
  expect(sheet.getByText(/Switch it on, then send again/)).toBeVisible();
});

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { CompanyKeys } from "#pwa/admin/company/company-keys";
import { ok, refuses } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { type Site, siteOf } from "#pwa/testing/site";

const path = "/api/api-keys";
const secret = `sahn_${"x".repeat(43)}`;
const payroll = {
  id: "01K",
  name: "Payroll",
  scopes: ["people:read", "invoices:read"],
  hint: "sahn_ab12",
  by: "Omar Haddad",
  made: "2026-11-20T08:00:00Z",
  expires: "2099-11-20T08:00:00Z",
  used: null,
  revoked: null,
};
let site: Site;

beforeEach(() => {
  emptyPage();
  site = siteOf();
  site.on[`GET ${path}`] = ok([]);
});

test("an admin makes a key, reads it once and finds it in the list", async () => {
  site.on[`POST ${path}`] = () => {
    site.on[`GET ${path}`] = ok([payroll]);
    return ok({ id: "01K", secret })();
  };
  render(<CompanyKeys />);
  await screen.findByText(/Make a key for each of them/);
  await press("Make an API key");
  await press("Save");
  expect(screen.getByText("Enter a name.")).toBeVisible();
  expect(screen.getByText("Choose at least one.")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Name"), "Payroll");
  await userEvent.click(screen.getByLabelText("See people"));
  await userEvent.click(screen.getByLabelText("See invoices and their files"));
  await press("Save");
  expect(await screen.findByLabelText("Your new key")).toHaveValue(secret);
  expect(site.sent("POST", path)).toEqual([{ name: "Payroll", scopes: payroll.scopes, days: 365 }]);
  await press("I have copied it");
  expect(await screen.findByText("sahn_ab12…")).toBeVisible();
  expect(screen.getByText(/Made by Omar Haddad.*Not used yet/)).toBeVisible();
  expect(screen.queryByDisplayValue(secret)).toBeNull();
});

test("a key that is refused keeps what was typed", async () => {
  site.on[`POST ${path}`] = refuses(409, {
    reason: "too_many_keys",
    message: "Your company has 20 keys that work. Please revoke one first.",
  });
  render(<CompanyKeys />);
  await press("Make an API key");
  await userEvent.type(screen.getByLabelText("Name"), "Payroll");
  await userEvent.click(screen.getByLabelText("See reports"));
  await press("Save");
  expect(await screen.findByText(/Please revoke one first/)).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Payroll");
  expect(screen.getByLabelText("See reports")).toBeChecked();
});

test("a key is revoked after a question, and one that ended has no button", async () => {
  site.on[`GET ${path}`] = ok([payroll, { ...payroll, id: "01L", name: "Old", expires: "2026-01-01T00:00:00Z" }]);
  site.on[`DELETE ${path}/01K`] = () => {
    site.on[`GET ${path}`] = ok([{ ...payroll, revoked: "2026-11-23T08:00:00Z" }]);
    return ok([])();
  };
  render(<CompanyKeys />);
  await press("Revoke Payroll");
  expect(screen.queryByRole("button", { name: "Revoke Old" })).toBeNull();
  expect(screen.getByText(/stop at once/)).toBeVisible();
  await press("Revoke");
  expect(await screen.findByText(/Revoked Mon 23 Nov/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Revoke Payroll" })).toBeNull());
});

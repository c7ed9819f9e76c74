import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { CompanySignOn } from "#pwa/admin/company/company-sign-on";
import type { OwnCompany } from "#pwa/offline/wire";
import { ok, refuses } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { type Site, siteOf } from "#pwa/testing/site";

const path = "/api/company-sign-on";
const fresh = {
  issuer: "",
  client_id: "",
  redirect: "https://app.example/sign-on/C1",
  domains: [
    { name: "harbour.example", verified: false, record: "_sahn.harbour.example", value: "sahn-verification=1f" },
  ],
  tried: null,
  on: false,
  only: false,
};
const set = { ...fresh, issuer: "https://login.example", client_id: "sahn" };
const open = () =>
  render(<CompanySignOn company={{ domains: { domains: [], seal: "m1" } } as unknown as OwnCompany} />);
let site: Site;

beforeEach(() => {
  emptyPage();
  site = siteOf();
  site.on[`GET ${path}`] = ok(fresh);
});

test("an admin enters what the provider gave, and reads what is still missing", async () => {
  site.on[`PUT ${path}`] = () => {
    site.on[`GET ${path}`] = ok(set);
    return ok(set)();
  };
  open();
  await screen.findByText(/Microsoft Entra ID/);
  await press("Edit your company’s own sign-in");
  expect(screen.getByLabelText("Redirect address to enter at your provider")).toHaveValue(set.redirect);
  await press("Save");
  expect(screen.getByLabelText("Issuer")).toHaveFocus();
  await userEvent.type(screen.getByLabelText("Issuer"), set.issuer);
  await userEvent.type(screen.getByLabelText("Client ID"), "sahn");
  await userEvent.type(screen.getByLabelText("Client secret"), "told once");
  await press("Save");
  expect(await screen.findByText("Name: _sahn.harbour.example")).toBeVisible();
  expect(site.sent("PUT", path)).toEqual([{ issuer: set.issuer, client_id: "sahn", secret: "told once" }]);
});

test("an admin whose client secret cannot be read any more is told to enter it again", async () => {
  site.on[`GET ${path}`] = ok({ ...set, domains: [{ ...fresh.domains[0], verified: true }] });
  const message =
    "We cannot read the client secret of your own sign-in any more. Please edit it and enter the secret again.";
  site.on[`POST ${path}/try`] = refuses(409, { reason: "sign_on_secret_lost", message });
  open();
  await press("Try it");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
});

test("a domain whose record is gone says until when it counts, and what to add", async () => {
  const [harbour] = fresh.domains;
  site.on[`GET ${path}`] = ok({
    ...set,
    domains: [{ ...harbour, verified: true, until: "2026-12-07T08:00:00Z" }],
  });
  open();
  expect(await screen.findByText(/on Mon 7 Dec the domain stops counting/)).toBeVisible();
  expect(screen.getByText("Value: sahn-verification=1f")).toBeVisible();
  expect(screen.getByRole("button", { name: "Look for the record of harbour.example" })).toBeVisible();
  expect(screen.queryByText("Verified")).toBeNull();
});

test("a record that is not there, and settings that nobody tried, are said where they are missing", async () => {
  site.on[`GET ${path}`] = ok(set);
  site.on[`POST ${path}/domain`] = refuses(409, {
    reason: "sign_on_record",
    message: "We do not see this record yet.",
  });
  site.on[`POST ${path}/switch`] = refuses(409, { reason: "sign_on_untried", message: "Try it yourself first." });
  open();
  await press("Look for the record of harbour.example");
  const row = screen.getByText("harbour.example").closest("li") as HTMLElement;
  expect(await within(row).findByRole("alert")).toHaveTextContent("We do not see this record yet.");
  await userEvent.click(screen.getByRole("switch", { name: /Let people sign in/ }));
  expect(await screen.findByText("Try it yourself first.")).toBeVisible();
  expect(screen.getByRole("switch", { name: /only way in/ })).toBeDisabled();
});

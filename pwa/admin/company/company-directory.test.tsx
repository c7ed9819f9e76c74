import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CompanyDirectory } from "#pwa/admin/company/company-directory";
import { ok } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { reply, siteOf } from "#pwa/testing/site";

const path = "/api/company-directory";
const token = {
  id: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F",
  ending: "x9Qz",
  by: "Omar",
  made: "2026-11-23T06:00:00Z",
  used: null,
};
const fresh = { address: "https://app.example/scim/v2", tokens: [] as (typeof token)[], people: 0, groups: 0 };

test("a token is shown once, and revoked only when that was asked twice", async () => {
  emptyPage();
  const site = siteOf();
  const made = { ...fresh, tokens: [token], people: 1, groups: 2 };
  site.on[`GET ${path}`] = ok(fresh);
  site.on[`POST ${path}/token`] = () => {
    site.on[`GET ${path}`] = ok(made);
    return reply({ data: made, token: "sahn_scim_told-once" })();
  };
  site.on[`POST ${path}/revoke`] = () => {
    site.on[`GET ${path}`] = ok(fresh);
    return ok(fresh)();
  };
  render(<CompanyDirectory />);
  await press("Make a token");
  expect(await screen.findByLabelText("New token")).toHaveValue("sahn_scim_told-once");
  expect(screen.getByLabelText("Address to enter at your directory")).toHaveValue(fresh.address);
  expect(await screen.findByText(/1 person and 2 groups/)).toBeVisible();
  await press("Revoke the token that ends in x9Qz");
  expect(site.sent("POST", `${path}/revoke`)).toEqual([]);
  await press("Revoke for good");
  expect(site.sent("POST", `${path}/revoke`)).toEqual([{ id: token.id }]);
  expect(screen.queryByLabelText("New token")).toBeNull();
});

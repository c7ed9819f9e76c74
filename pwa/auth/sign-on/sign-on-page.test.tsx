import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { SignOnPage } from "#pwa/auth/sign-on/sign-on-page";
import { useSession } from "#pwa/offline/session";
import { ok, refuses } from "#pwa/testing/answers";
import { leadsTo, openAt } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

const open = (search: string) => openAt(`/sign-on/C1?${search}`, { "/sign-on/:companyId": <SignOnPage /> });
const came = { company_id: "C1", state: "s1", code: "c1", iss: "https://login.example" };
const back = "state=s1&code=c1&iss=https%3A%2F%2Flogin.example";
let site: Site;

beforeEach(() => {
  emptyPage();
  sessionStorage.setItem("sahn.sign-on.back", "/checkout");
  useSession.setState({ profile: null, signedIn: false, locked: null });
  site = siteOf();
});

test("who comes back from the company's provider is signed in and goes on where they were", async () => {
  site.on["POST /api/sign-on/finish"] = ok(mariam);
  open(back);
  expect(await screen.findByText("at /checkout")).toBeVisible();
  expect(site.sent("POST", "/api/sign-on/finish")).toEqual([came]);
  expect(useSession.getState().profile?.id).toBe(mariam.id);
});

test("a mailbox of which the provider is not sure is proved by a code", async () => {
  site.on["POST /api/sign-on/finish"] = refuses(409, { reason: "sign_on_prove", detail: { email: mariam.email } });
  site.on["POST /api/sign-on/prove"] = ok(mariam);
  open(back);
  expect(await screen.findByText(mariam.email)).toBeVisible();
  expect(screen.getByText("at /sign-on/C1")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Your code"), "407123");
  expect(await screen.findByText("at /checkout")).toBeVisible();
  expect(site.sent("POST", "/api/sign-on/prove")).toEqual([{ state: "s1", otp: "407123" }]);
});

test("who cancels there asks nothing of the server and may begin again", async () => {
  open("state=s1&error=access_denied");
  expect(await screen.findByRole("alert")).toHaveTextContent("You cancelled");
  await leadsTo("Begin again", "/login?returnTo=%2Fcheckout");
  expect(site.sent("POST", "/api/sign-on")).toEqual([]);
});

test("an admin who tries it reads what the provider said, and is not signed in by it", async () => {
  const said = {
    subject: "s-1",
    email: "omar@elsewhere.example",
    name: "Omar",
    verified: null,
    fits: false,
    sure: false,
  };
  site.on["POST /api/company-sign-on/tried"] = ok(said);
  open(back.replace("s1", "try-s1"));
  expect(await screen.findByText("omar@elsewhere.example")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Nobody would come in like this");
  await leadsTo("Back to your company", "/dashboard/company-profile");
  expect(useSession.getState().signedIn).toBe(false);
});

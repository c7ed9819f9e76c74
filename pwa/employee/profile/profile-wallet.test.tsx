import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Profile } from "#pwa/employee/profile/profile";
import { ok } from "#pwa/testing/answers";
import { openAt } from "#pwa/testing/open-at";
import { keepLive, signedIn, timeIs } from "#pwa/testing/signed-in";
import { neverSynced } from "#pwa/testing/site";

timeIs("2026-11-26T09:00:00Z");
const open = async (client_type: string, wallet: number) => {
  const site = await signedIn({ client_type }, (one) => {
    neverSynced(one);
    one.on["GET /api/company-address/*"] = ok([]);
  });
  await keepLive({ wallet });
  site.online = false;
  openAt("/dashboard/profile", { "/dashboard/profile": <Profile /> });
  await screen.findByRole("heading", { level: 1 });
};

test("an admin, who has no page of the wallet, sees on the profile what is in it", async () => {
  await open("Admin", 4250);
  expect(await screen.findByRole("region", { name: "In your wallet" })).toHaveTextContent("AED 42.50");
});

test.each([
  ["an admin with an empty wallet", "Admin", 0],
  ["an employee, who has a page of the wallet,", "Employee", 4250],
])("%s sees no wallet on the profile", async (_, client_type, wallet) => {
  await open(client_type, wallet);
  expect(screen.queryByText("In your wallet")).not.toBeInTheDocument();
});

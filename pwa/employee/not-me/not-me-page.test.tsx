import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { NotMePage } from "#pwa/employee/not-me/not-me-page";
import { faultsWords } from "#pwa/i18n/faults";
import { notMeWords } from "#pwa/i18n/history";
import { refuses } from "#pwa/testing/answers";
import { openAt, press } from "#pwa/testing/open-at";
import { timeIs } from "#pwa/testing/signed-in";
import { reply, type Site, siteOf } from "#pwa/testing/site";

const sale = {
  till: "Pantry",
  place: "Level 3",
  at: "2026-11-26T08:30:00Z",
  amount: 3_400,
  account: 3_000,
  undone: false,
};

let site: Site;
timeIs("2026-11-26T09:00:00Z");
beforeEach(() => {
  site = siteOf();
  site.on["POST /api/not-me"] = reply({ ...sale, dispute: "" });
  site.on["POST /api/not-me/report"] = reply({ ...sale, dispute: "open" });
});
const open = (hash = "#token") => openAt(`/not-me${hash}`, { "/not-me": <NotMePage /> });

test("the link of a letter says first what it would do, and the button does it", async () => {
  open();
  expect(await screen.findByText("AED 34.00 at Pantry, Level 3, today at 12:30.")).toBeVisible();
  for (const step of notMeWords.steps) expect(screen.getByText(step)).toBeVisible();
  expect(site.sent("POST", "/api/not-me")).toEqual([{ token: "token" }]);
  await press(notMeWords.go);
  expect(await screen.findByText(notMeWords.done)).toBeVisible();
  await waitFor(() => expect(site.sent("POST", "/api/not-me/report")).toEqual([{ token: "token" }]));
});

test("who bought it has nothing to do, and nothing is sent", async () => {
  open();
  await press(notMeWords.mine);
  expect(await screen.findByText(notMeWords.mineText)).toBeVisible();
  expect(site.sent("POST", "/api/not-me/report")).toEqual([]);
});

test.each(["open", "reversed", "rejected"])("a link that was used says how it stands: %s", async (dispute) => {
  site.on["POST /api/not-me"] = reply({ ...sale, dispute });
  open();
  expect(await screen.findByText(notMeWords.states[dispute] ?? "")).toBeVisible();
  expect(screen.queryByRole("button", { name: notMeWords.go })).toBeNull();
});

test("a link that is not ours, or lost its end, says what to do", async () => {
  site.on["POST /api/not-me"] = refuses(404, { reason: "link_unknown" });
  const { unmount } = open();
  expect(await screen.findByText(faultsWords.link_unknown ?? "")).toBeVisible();
  unmount();
  open("");
  expect(await screen.findByText(notMeWords.noToken)).toBeVisible();
});

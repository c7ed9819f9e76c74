import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { logoutWords } from "#pwa/i18n/logout";
import { KitchenShell } from "#pwa/office/kitchen-shell";
import { writeValue } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import { pendingCount } from "#pwa/offline/sync/start-sync";
import type { MealEdit } from "#pwa/offline/wire";
import { plannedWeek, signInOperator, storage, weekOf } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import type { Site } from "#pwa/testing/site";

const week = "2026-12-07";
const path = `/api/kitchen/planner/${week}`;
const days = weekOf(week, "soup");
let site: Site;
const signedIn = () => useSession.getState().signedIn;

// A cook is in the kitchen who planned a week that the server does not have.
beforeEach(async () => {
  site = await signInOperator();
  await writeValue(storage(), "planned", { [week]: { rev: 1, base: weekOf(week, "dal"), days } });
  const cook = useSession.getState().profile as Profile;
  openAt("/kitchen", {
    "/kitchen": <KitchenShell operator={cook}>here</KitchenShell>,
    "/kitchen/login": <p>the sign-in page</p>,
  });
});

test("a cook who planned a week without a network is asked before logging out, and may leave without it", async () => {
  site.online = false;
  await press(kitchenWords.logout);
  const sheet = within(await screen.findByRole("alertdialog"));
  expect(await sheet.findByText(new RegExp(`^${logoutWords.unsentTitle(1)}`))).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: logoutWords.sendFirst }));
  expect(await screen.findByText(kitchenWords.unsavedMenus(1))).toBeVisible();
  expect(signedIn()).toBe(true);
  expect(await pendingCount()).toBe(1);
  await userEvent.click(sheet.getByRole("button", { name: logoutWords.yes }));
  expect(await screen.findByText("the sign-in page")).toBeVisible();
  expect(signedIn()).toBe(false);
});

test("a week that can be sent is sent before the cook is logged out", async () => {
  site.on[`GET ${path}`] = plannedWeek(week, 1, "dal");
  site.on[`PUT ${path}`] = plannedWeek(week, 2, "soup");
  await press(kitchenWords.logout);
  await press(logoutWords.sendFirst);
  expect(await screen.findByText("the sign-in page")).toBeVisible();
  expect(site.sent("PUT", "/")).toEqual([{ rev: 1, days }]);
});

test("a meal that is being written keeps the cook from leaving by sending first", async () => {
  await writeValue(storage(), "planned", {});
  await writeValue(storage(), "meals", { new: { id: "01", rev: 0, base: {}, form: {} } as unknown as MealEdit });
  await press(kitchenWords.logout);
  await press(logoutWords.sendFirst);
  expect(await screen.findByText(kitchenWords.unsavedMenus(1))).toBeVisible();
  expect(signedIn()).toBe(true);
  await waitFor(async () => expect(await pendingCount()).toBe(1));
});

import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { logoutWords } from "#pwa/i18n/logout";
import { KitchenShell } from "#pwa/office/kitchen-shell";
import { useDevice, writeValue } from "#pwa/offline/db";
import { type Profile, signInWithPassword, useSession } from "#pwa/offline/session";
import { pendingCount } from "#pwa/offline/sync/start-sync";
import type { MealEdit, PlannedDays } from "#pwa/offline/wire";
import { mariam } from "#pwa/testing/sample";
import { neverSynced, type Site, siteOf } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";

const week = "2026-12-07";
const path = `/api/kitchen/planner/${week}`;
const days = (meals: string[]) =>
  [7, 8, 9, 10, 11].map((day) => ({
    date: `2026-12-${String(day).padStart(2, "0")}`,
    meals: meals.map((meal) => ({ meal })),
  }));
const planned = (rev: number, meals: string[]) => ({
  status: 200,
  body: {
    week,
    rev,
    state: "planned",
    days: days(meals).map((day) => ({ ...day, over: false })),
    changes: [],
    problems: [],
  },
});

type Keeping =
  | ["planned", Record<string, { rev: number; base: PlannedDays; days: PlannedDays }>]
  | ["meals", Record<string, MealEdit>];

let site: Site;
let person = 0;
/** A cook in the kitchen who planned a week that the server does not have. */
async function cooking(): Promise<void> {
  const cook = {
    ...mariam,
    id: `P-leaving-${++person}`,
    client_type: "Operator",
    operator_role: "kitchen",
    company_id: "",
  } as Profile;
  site = siteOf([cook]);
  neverSynced(site);
  await signInWithPassword(cook.email, "secret");
  await keep("planned", { [week]: { rev: 1, base: days(["dal"]), days: days(["soup"]) } });
  render(
    <MemoryRouter initialEntries={["/kitchen"]}>
      <Routes>
        <Route
          path="/kitchen"
          element={
            <KitchenShell operator={cook}>
              <p>here</p>
            </KitchenShell>
          }
        />
        <Route path="/kitchen/login" element={<p>the door</p>} />
      </Routes>
    </MemoryRouter>,
  );
}
async function keep(...[key, value]: Keeping) {
  const { db } = useDevice.getState();
  if (!db) throw new Error("no storage");
  await (key === "meals" ? writeValue(db, key, value) : writeValue(db, key, value));
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const signedIn = () => useSession.getState().signedIn;

beforeEach(() => {
  localStorage.clear();
  useToasts.setState({ toasts: [] });
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "XSRF-TOKEN=t";
  return () => vi.unstubAllGlobals();
});

test("a cook who planned a week without a network is asked before logging out, and may leave without it", async () => {
  await cooking();
  site.online = false;
  await press(kitchenWords.logout);
  const sheet = within(await screen.findByRole("alertdialog"));
  expect(await sheet.findByText(new RegExp(`^${logoutWords.unsentTitle(1)}`))).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: logoutWords.sendFirst }));
  expect(await screen.findByText(kitchenWords.unsavedMenus(1))).toBeVisible();
  expect(signedIn()).toBe(true);
  expect(await pendingCount()).toBe(1);
  await userEvent.click(sheet.getByRole("button", { name: logoutWords.yes }));
  expect(await screen.findByText("the door")).toBeVisible();
  expect(signedIn()).toBe(false);
});

test("a week that can be sent is sent before the cook is logged out", async () => {
  await cooking();
  site.on[`GET ${path}`] = () => planned(1, ["dal"]);
  site.on[`PUT ${path}`] = () => planned(2, ["soup"]);
  await press(kitchenWords.logout);
  await press(logoutWords.sendFirst);
  expect(await screen.findByText("the door")).toBeVisible();
  expect(site.asked.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { rev: 1, days: days(["soup"]) },
  ]);
});

test("a meal that is being written keeps the cook from leaving by sending first", async () => {
  await cooking();
  await keep("planned", {});
  await keep("meals", { new: { id: "01", rev: 0, base: {}, form: {} } as unknown as MealEdit });
  await press(kitchenWords.logout);
  await press(logoutWords.sendFirst);
  expect(await screen.findByText(kitchenWords.unsavedMenus(1))).toBeVisible();
  expect(signedIn()).toBe(true);
  await waitFor(async () => expect(await pendingCount()).toBe(1));
});

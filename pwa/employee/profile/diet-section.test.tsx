import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { DietSection } from "#pwa/employee/profile/diet-section";
import { dietWords } from "#pwa/i18n/diet";
import { formWords } from "#pwa/i18n/form";
import { type Profile, useSession } from "#pwa/offline/session";
import { sentTo } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

let site: Site;
const Section = () => {
  const profile = useSession((session) => session.profile);
  return profile && <DietSection profile={profile} />;
};
const open = (more: Partial<Profile["diet"]> = {}) => {
  const diet = { diets: [], avoid: [], label: false, ...more };
  useSession.setState({ profile: { ...mariam, diet }, signedIn: true, locked: null });
  return render(<Section />, { wrapper: MemoryRouter });
};
const asked = () => sentTo(site, "/api/update-diet");

beforeEach(() => {
  emptyPage();
  site = siteOf();
  site.on["POST /api/update-diet"] = (diet) => ({ status: 200, body: { data: { ...mariam, diet } } });
  return () => vi.unstubAllGlobals();
});

test("a diet is said, kept, and shown at once", async () => {
  open();
  await press(dietWords.edit);
  expect(await screen.findByRole("button", { name: "Vegetarian" })).toHaveFocus();
  await press("Vegetarian");
  const avoids = screen.getByRole("group", { name: dietWords.avoids });
  await userEvent.click(within(avoids).getByRole("button", { name: "peanuts" }));
  await userEvent.click(within(avoids).getByRole("button", { name: "egg" }));
  await userEvent.click(within(avoids).getByRole("button", { name: "egg" }));
  await press(formWords.save);
  expect(await screen.findByText(dietWords.allergy)).toBeVisible();
  expect(screen.getByText("peanuts")).toBeVisible();
  expect(screen.getByText("Vegetarian")).toBeVisible();
  expect(asked()).toEqual([{ diets: ["Vegetarian"], avoid: ["peanuts"], label: false }]);
  expect(useSession.getState().profile?.diet.avoid).toEqual(["peanuts"]);
  expect(screen.getByRole("button", { name: dietWords.edit })).toHaveFocus();
});

test("what somebody avoids is printed on their boxes when they say so", async () => {
  open({ avoid: ["egg"] });
  expect(screen.getByText(dietWords.printed(false))).toBeVisible();
  await press(dietWords.edit);
  await userEvent.click(screen.getByRole("switch", { name: new RegExp(dietWords.label) }));
  await press(formWords.save);
  expect(await screen.findByText(dietWords.printed(true))).toBeVisible();
  expect(asked()).toEqual([{ diets: [], avoid: ["egg"], label: true }]);
});

test("what was named once can be taken away although menus do not name it any more", async () => {
  open({ avoid: ["kiwi"] });
  await press(dietWords.edit);
  await press("kiwi");
  await press(formWords.save);
  expect(await screen.findByText(dietWords.nothing)).toBeVisible();
  expect(asked()).toEqual([{ diets: [], avoid: [], label: false }]);
});

test("without a connection the diet is there to look at, and a change says what it needs", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open({ diets: ["Vegan"], avoid: ["soy"] });
  expect(screen.getByText("soy")).toBeVisible();
  await press(dietWords.edit);
  await press("egg");
  await press(formWords.save);
  expect(await screen.findByText(formWords.offline)).toBeVisible();
  expect(screen.getByRole("button", { name: "egg" })).toHaveAttribute("aria-pressed", "true");
  expect(asked()).toEqual([]);
});

test("a change that is given up changes nothing", async () => {
  open({ avoid: ["soy"] });
  await press(dietWords.edit);
  await press("soy");
  await press(formWords.cancel);
  expect(await screen.findByText("soy")).toBeVisible();
  expect(asked()).toEqual([]);
});

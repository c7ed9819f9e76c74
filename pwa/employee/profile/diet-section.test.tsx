import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { DietSection } from "#pwa/employee/profile/diet-section";
import { dietWords } from "#pwa/i18n/diet";
import { formWords } from "#pwa/i18n/form";
import { type Profile, useSession } from "#pwa/offline/session";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

let site: Site;
const Section = () => {
  const profile = useSession((session) => session.profile);
  return profile && <DietSection profile={profile} />;
};
const open = (more: Partial<Profile> = {}) => {
  useSession.setState({ profile: { ...mariam, ...more }, signedIn: true, locked: null });
  return render(
    <MemoryRouter>
      <Section />
    </MemoryRouter>,
  );
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const asked = () => site.asked.filter((one) => one.path === "/api/update-diet").map(({ body }) => body);

beforeEach(() => {
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "XSRF-TOKEN=t";
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  site = siteOf();
  return () => vi.unstubAllGlobals();
});

test("a diet is said, kept, and shown at once", async () => {
  site.on["POST /api/update-diet"] = (diet) => ({ status: 200, body: { data: { ...mariam, diet } } });
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
  site.on["POST /api/update-diet"] = (diet) => ({ status: 200, body: { data: { ...mariam, diet } } });
  open({ diet: { diets: [], avoid: ["egg"], label: false } });
  expect(screen.getByText(dietWords.printed(false))).toBeVisible();
  await press(dietWords.edit);
  await userEvent.click(screen.getByRole("switch", { name: new RegExp(dietWords.label) }));
  await press(formWords.save);
  expect(await screen.findByText(dietWords.printed(true))).toBeVisible();
  expect(asked()).toEqual([{ diets: [], avoid: ["egg"], label: true }]);
});

test("what was named once can be taken away although menus do not name it any more", async () => {
  site.on["POST /api/update-diet"] = (diet) => ({ status: 200, body: { data: { ...mariam, diet } } });
  open({ diet: { diets: [], avoid: ["kiwi"], label: false } });
  await press(dietWords.edit);
  await press("kiwi");
  await press(formWords.save);
  expect(await screen.findByText(dietWords.nothing)).toBeVisible();
  expect(asked()).toEqual([{ diets: [], avoid: [], label: false }]);
});

test("without a connection the diet is there to look at, and a change says what it needs", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open({ diet: { diets: ["Vegan"], avoid: ["soy"], label: false } });
  expect(screen.getByText("soy")).toBeVisible();
  await press(dietWords.edit);
  await press("egg");
  await press(formWords.save);
  expect(await screen.findByText(formWords.offline)).toBeVisible();
  expect(screen.getByRole("button", { name: "egg" })).toHaveAttribute("aria-pressed", "true");
  expect(asked()).toEqual([]);
});

test("a change that is given up changes nothing", async () => {
  open({ diet: { diets: [], avoid: ["soy"], label: false } });
  await press(dietWords.edit);
  await press("soy");
  await press(formWords.cancel);
  expect(await screen.findByText("soy")).toBeVisible();
  expect(asked()).toEqual([]);
});

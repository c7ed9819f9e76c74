// The week planner: a meal is carried to another day with a mouse, and the screens are for everybody.
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround, tabletSizes } from "#pwa/e2e/look-around";
import { openPhone } from "#pwa/e2e/open-phone";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { plannerWords as words } from "#pwa/i18n/planner";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
beforeAll(async () => {
  sahn = await startSahn("planner");
});

test.runIf(soak)("a meal is carried to another day and stays there over a reload", async () => {
  const phone = await openPhone("planner", { width: 1280, height: 900 });
  const { page } = phone;
  await enterKitchen(sahn, page, "/kitchen/menus");
  const weeks = page.locator("a.plweek");
  await weeks.nth(4).waitFor();
  await lookAround(page, "planner-weeks");
  await weeks.nth(4).click();
  // A holiday takes no meals.
  const days = page.locator(".plday:not(.closed)");
  const [monday, friday] = [days.first(), days.last()];
  const names = (day: Locator) => day.locator(".plname").allInnerTexts();
  await friday.locator(".plname").first().waitFor();
  const [before, there] = [await names(monday), await names(friday)];
  const carried = before.find((name) => !there.includes(name)) ?? "";
  const place = Math.min(Math.max(1, before.indexOf(carried)), there.length - 1);
  const after = [...there.slice(0, place), carried, ...there.slice(place)];
  const card = monday.locator(".ploffer").filter({ has: page.getByText(carried, { exact: true }) });
  const target = friday.locator(".ploffer").nth(place);
  // Near an edge the page scrolls on for as long as something is held there.
  await target.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  const from = await card.locator(".plname").boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error("nothing to carry");
  await page.mouse.move(from.x + 10, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 4, { steps: 6 });
  await phone.snap("carried");
  await page.mouse.up();
  await expect.poll(() => names(friday)).toEqual(after);
  await page.getByText(words.saved, { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => names(friday)).toEqual(after);
  expect(await names(monday)).toEqual(before.filter((name) => name !== carried));
  await lookAround(page, "planner-week");
  await lookAround(page, "planner-tablet", tabletSizes.slice(0, 1));
  await page.getByRole("button", { name: words.publish, exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await lookAround(page, "planner-publish");
});

import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import type { Sahn } from "#pwa/e2e/start-sahn";
import type { Tour } from "#pwa/e2e/tour";
import { kitchenPersonWords } from "#pwa/i18n/kitchen";
import { kitchenScreens } from "#pwa/office/screens";

/** Every screen of the lunch company's own side, as a manager sees it, and the first of each kind that has a page of its own. */
export async function kitchenTour(sahn: Sahn, { page }: Tour): Promise<void> {
  const open = async (path: string) => {
    await page.goto(`${sahn.url}/kitchen${path && `/${path}`}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll("main .skel").length === 0);
  };
  const look = (name: string) => lookAround(page, name, undefined, true);
  await enterKitchen(sahn, page, "/kitchen");
  for (const path of kitchenScreens.map((screen) => screen.path)) {
    const [list = "", one] = path.split("/");
    if (one === undefined) {
      await open(path);
      await look(`kitchen-${path || "today"}`);
      continue;
    }
    await open(list);
    const first = page.locator(`main a[href^="/kitchen/${list}/"]:not([href$="/new"])`).first();
    // The demo has no statement of a bank until one is imported.
    if ((await first.count()) === 0) continue;
    await open((await first.getAttribute("href"))?.replace("/kitchen/", "") ?? list);
    await look(`kitchen-${list}-one`);
  }
  await open("people");
  await page.getByLabel(kitchenPersonWords.searchLabel, { exact: true }).fill("nobody has this name");
  await page.getByRole("link", { name: /@/ }).first().waitFor({ state: "detached" });
  await look("kitchen-people-none");
  await page.route("**/api/operator/**", (route) => route.fulfill({ status: 500, body: "" }));
  await open("payments");
  await look("kitchen-fails");
  await page.unroute("**/api/operator/**");
}

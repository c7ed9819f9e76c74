// The pictures of the README: the real app with the demo's data, as employees, cashiers and the kitchen see it.
import { type Checkout, threeLunches } from "#pwa/e2e/at-checkout";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { signIn } from "#pwa/e2e/sign-in";
import { startPostgres } from "#pwa/e2e/start-postgres";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { photoPhone, takePicture } from "#pwa/e2e/take-picture";
import { menuToday, officeOf } from "#pwa/e2e/till-day";
import { pairWords, shiftWords } from "#pwa/i18n/pos";

const folder = "docs/pictures";
const most = 150_000;
const mariam = "mariam@harbourline.example";
const handheld = { width: 390, height: 844, scale: 2 };
const desk = { width: 1280, height: 880, scale: 1.5 };
const tablet = { width: 1024, height: 768, scale: 1.5 };

/** Takes them all anew. */
export async function readmePictures(): Promise<void> {
  const postgres = await startPostgres();
  const sahn = await startSahn("pictures", { DATABASE_URL: postgres.url.href });
  try {
    await menuToday(sahn);
    const paid = await threeLunches(sahn, mariam);
    await paid.desk.buy(paid.dates);
    const next = await threeLunches(sahn, mariam);
    await differentMeals(next);
    const week = `/dashboard/home?week=${paid.week}`;
    const meals = `/mealselection?day=${next.dates[0]}`;
    await employee(sahn, { name: "phone-light", screen: handheld, path: week });
    await employee(sahn, { name: "phone-dark", screen: { ...handheld, dark: true }, path: meals });
    await employee(sahn, { name: "desktop", screen: desk, path: meals });
    await till(sahn);
    await kitchen(sahn);
  } finally {
    await sahn.end();
    await postgres.end();
  }
}

/** Three days have three meals, not the first of each menu. */
async function differentMeals({ desk, week, dates }: Checkout) {
  const menu = (await desk.weeks()).find(({ value }) => value === week)?.menu;
  const chosen = dates.map((date, at) => menu?.days.find((day) => day.date === date)?.meals[at * 3] ?? "");
  await desk.sync(dates.map((date, at) => ({ date, items: [{ meal: chosen[at] ?? "", qty: 1 }] })));
}

type View = { name: string; screen: Parameters<typeof photoPhone>[1]; path: string };

async function employee(sahn: Sahn, { name, screen, path }: View) {
  const phone = await photoPhone(name, screen);
  await signIn(sahn, phone, mariam);
  await phone.page.goto(`${sahn.url}${path}`);
  await takePicture(phone, `${folder}/${name}.webp`, most);
  await phone.end();
}

/** A till on a tablet with a customer's lunches in the cart. */
async function till(sahn: Sahn) {
  const office = await officeOf(sahn, "omar@harbourline.example");
  const phone = await photoPhone("till", tablet);
  const { page } = phone;
  await page.goto(`${sahn.url}/pos`);
  await page.getByLabel(pairWords.code, { exact: true }).fill(await office.pairingCode());
  await page.getByRole("button", { name: pairWords.pair, exact: true }).click();
  await page.getByLabel(shiftWords.who, { exact: true }).fill("Leila");
  await page.getByLabel(shiftWords.float, { exact: true }).fill("150.00");
  await page.getByRole("button", { name: shiftWords.start, exact: true }).click();
  for (const n of [0, 1, 3, 3]) await page.locator(".shop-tile").nth(n).click();
  await takePicture(phone, `${folder}/till.webp`, most);
  await phone.end();
}

/** The kitchen's plan of a week without a holiday. */
async function kitchen(sahn: Sahn) {
  const phone = await photoPhone("kitchen", desk);
  const { page } = phone;
  await enterKitchen(sahn, page, "/kitchen/menus");
  await page.locator("a.plweek").nth(2).click();
  await page.locator(".plname").first().waitFor();
  await takePicture(phone, `${folder}/kitchen.webp`, most);
  await phone.end();
}

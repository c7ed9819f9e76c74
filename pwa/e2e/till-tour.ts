import type { Page } from "playwright-core";
import { rowsOf } from "#pwa/e2e/kept";
import { lookAround, tabletSizes } from "#pwa/e2e/look-around";
import type { Phone } from "#pwa/e2e/open-phone";
import { like } from "#pwa/e2e/screen";
import { secondDevice } from "#pwa/e2e/second-device";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { menuToday, officeOf } from "#pwa/e2e/till-day";
import type { Tour } from "#pwa/e2e/tour";
import { until } from "#pwa/e2e/until";
import { cartWords, pairWords, queueWords, saleWords, shiftWords, shopWords } from "#pwa/i18n/pos";
import type { TillAnswer, TillTerms } from "#pwa/offline/wire";

type Till = Tour & { phone: Phone; tap: (tile: number) => Promise<void>; sold: () => Promise<void> };

/** A day at a counter: from the code that pairs the tablet to the count of the drawer, with what goes wrong in between. */
export async function tillTour(sahn: Sahn, phone: Phone, tour: Tour): Promise<void> {
  const { page, press } = tour;
  const till: Till = {
    ...tour,
    phone,
    look: (name) => lookAround(page, `till-${name}`, tabletSizes, true),
    tap: (tile) => page.locator(".shop-tile").nth(tile).click(),
    sold: async () => {
      await press(like(cartWords.save("…")));
      await page.getByRole("button", { name: saleWords.next, exact: true }).waitFor();
    },
  };
  await menuToday(sahn);
  const office = await officeOf(sahn, "omar@harbourline.example");
  await lengthen(page);
  await pairing(sahn, till, office.pairingCode);
  await meals(till);
  await walkIn(till);
  await withCode(sahn, till);
  await undone(till);
  await unsent(till);
  await drawer(till);
  await unknown(till);
  await revoked(till, async () => {
    const { body } = await office.ask<{ data: { id: string }[] }>("GET", "/api/pos/tills");
    await office.ask("POST", `/api/pos/till/${body.data[0]?.id}/revoke`, {});
  });
}

/** Names that are longer than anybody planned for. */
const lengthen = (page: Page) =>
  page.route("**/api/pos/till?*", async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const terms = (await response.json()) as TillTerms;
    terms.place += ", beside the reception of International Maritime and Offshore Logistics";
    for (const [at, meal] of terms.days.flatMap((day) => day.meals).entries()) {
      if (at % 3 > 0) continue;
      meal.name += " with slow-roasted tomatoes, preserved lemon and pomegranate molasses";
      meal.name_ar &&= `${meal.name_ar} مع طماطم مشوية ببطء وليمون مخلل ودبس الرمان`;
    }
    await route.fulfill({ response, json: terms });
  });

const drained = (page: Page) =>
  until("an empty queue", async () =>
    (await rowsOf(page, "sahn-till", ["facts"])).evaluate(([facts = []]) =>
      facts.every(({ state }) => state === "booked" || state === "aside"),
    ),
  );
const online = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

/** Looks at a sheet that has come and closes it. */
async function sheet({ page, look }: Till, name: string, title: string) {
  const box = page.getByRole("dialog", { name: title, exact: true });
  await box.waitFor();
  await page.waitForFunction(() => history.state?.sheet === true);
  await look(name);
  await page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });
  await page.waitForFunction(() => history.state?.sheet !== true);
}

async function pairing(sahn: Sahn, { page, load, see, press, fill, look }: Till, code: () => Promise<string>) {
  await load("/pos", pairWords.title);
  await look("pairing");
  await fill(pairWords.code, "WRONG12345");
  await press(pairWords.pair);
  await page.getByText(pairWords.wrong).waitFor();
  await look("pairing-refused");
  await fill(pairWords.code, await code());
  await press(pairWords.pair);
  await see(shiftWords.open);
  await look("drawer");
  await press(shiftWords.start);
  await page.getByText(shiftWords.needsWho).waitFor();
  await look("drawer-refused");
  await fill(shiftWords.who, "Leila");
  await fill(shiftWords.float, "150.00");
  await press(shiftWords.start);
  await page.locator(".shop-tile img").first().waitFor();
  await until("the drawer on the server", async () => (await sahn.rows("SELECT 1 FROM till_shifts")).length === 1);
}

async function meals({ page, fill, look }: Till) {
  await look("meals");
  const kinds = page.getByRole("group", { name: shopWords.kinds, exact: true }).getByRole("button");
  await kinds.nth(1).click();
  await look("kind");
  await kinds.first().click();
  await fill(shopWords.find, "no meal has this name");
  await page.getByText(shopWords.noneFound).waitFor();
  await look("none-found");
  await fill(shopWords.find, "");
}

async function walkIn(till: Till) {
  const { page, press, fill, look, tap, sold } = till;
  for (const tile of [0, 1, 1, 3]) await tap(tile);
  await press(cartWords.addNote);
  await fill(cartWords.note, "no onions");
  const given = page.getByPlaceholder(/^\d+\.\d\d$/);
  await given.fill("10");
  await page.getByText(cartWords.tooLittle).waitFor();
  await look("too-little");
  // More than four of the dearest meals cost, whichever day's menu it is.
  for (let note = 0; note < 2; note++) await page.locator(".till-notes button").filter({ hasText: "200" }).click();
  await look("cart");
  await page.locator(".stp button.b").first().click();
  await sheet(till, "how-many", cartWords.howManyTitle);
  await sold();
  await drained(page);
  await look("sold");
  await press(saleWords.next);
  await tap(2);
  await page.getByRole("radio", { name: cartWords.terminal, exact: true }).check();
  await fill(cartWords.reference, "004417");
  await look("card");
  await sold();
  await press(saleWords.next);
}

async function withCode(sahn: Sahn, till: Till) {
  const { page, press, fill, see, look, tap, sold } = till;
  await tap(0);
  await tap(1);
  await press(cartWords.findCustomer);
  await fill(cartWords.code, "nonsense.code");
  await press(cartWords.check);
  await page.getByText(cartWords.badCode).waitFor();
  await sheet(till, "code-refused", cartWords.findCustomer);
  const mariam = await secondDevice(sahn, "mariam@harbourline.example");
  const { body } = await mariam.ask<{ code: string }>("GET", "/api/pos-code");
  await press(cartWords.findCustomer);
  await fill(cartWords.code, body.code);
  await press(cartWords.check);
  await see(/^Mariam/);
  await page.locator(".till-top").getByText(cartWords.wallet("").trim()).waitFor();
  await page.waitForFunction(() => !history.state?.sheet);
  await look("account");
  await sold();
  await drained(page);
  await look("sold-on-account");
}

async function undone(till: Till) {
  const { page, press, look } = till;
  await press(saleWords.void);
  await page.getByRole("dialog").waitFor();
  await page.getByRole("button", { name: saleWords.whyVoid[0] ?? "", exact: true }).click();
  await look("undo");
  await page.getByRole("dialog").getByRole("button", { name: saleWords.void, exact: true }).click();
  await page.getByText(`${saleWords.voided}: ${saleWords.whyVoid[0]}`).waitFor();
  await page.waitForFunction(() => !history.state?.sheet);
  await drained(page);
  await look("undone");
  await press(saleWords.next);
}

/** What waits without a network and while the server fails, and what the office must look at. */
async function unsent(till: Till) {
  const { page, phone, press, fill, see, look, tap, sold } = till;
  const facts = "**/api/pos/order-checkout*";
  await page.route(facts, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as TillAnswer;
    const res = answer.res.map(([id]) => [id, 4, { reason: "proof_expired" }]);
    await route.fulfill({ response, json: { ...answer, res } });
  });
  await tap(4);
  await sold();
  await drained(page);
  await look("for-the-office");
  await page.unroute(facts);
  await press(saleWords.next);

  await phone.offline(true);
  for (const tile of [0, 5]) {
    await tap(tile);
    await sold();
    await press(saleWords.next);
  }
  await page.getByText(like(shopWords.offline("…"))).waitFor();
  await look("offline");
  await press(shopWords.toSend(2));
  await see(queueWords.title);
  await page.getByText(queueWords.trouble.network ?? "").waitFor();
  await look("queue-offline");
  await page.route(facts, (route) => route.fulfill({ status: 500, body: "" }));
  await phone.offline(false);
  await online(page);
  await page.getByText(queueWords.trouble.server ?? "").waitFor();
  await look("queue-fails");
  await page.unroute(facts);
  await press(queueWords.sendAll);
  await drained(page);
  await fill(queueWords.find, "999");
  await press(queueWords.findIt);
  await page.getByText(queueWords.notHere).waitFor();
  await look("queue");
  await fill(queueWords.find, "1");
  await press(queueWords.findIt);
  await page.getByRole("heading", { name: /-1$/ }).waitFor();
  await look("found");
  await press(saleWords.next);
}

async function drawer({ page, press, fill, look }: Till) {
  await press(shiftWords.report);
  await page.getByRole("dialog", { name: shiftWords.report, exact: true }).waitFor();
  await look("report");
  await press(shiftWords.close);
  await fill(shiftWords.counted, "1.00");
  await look("count");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => !history.state?.sheet);
}

/** The server says that it does not know the till, until it knows it again. */
async function unknown({ page, look }: Till) {
  const terms = "**/api/pos/till?*";
  const fault = { status: 401, json: { message: "This till is not known.", reason: "till_unknown" } };
  await page.route(terms, (route) => route.fulfill(fault));
  await online(page);
  await page.getByText(pairWords.unknown, { exact: true }).waitFor();
  await look("unknown");
  await page.unroute(terms);
  await lengthen(page);
  await online(page);
  await page.locator(".till-unknown").waitFor({ state: "detached" });
}

async function revoked({ page, phone, see, look, tap, sold }: Till, revoke: () => Promise<void>) {
  await phone.offline(true);
  await tap(0);
  await sold();
  await revoke();
  await phone.offline(false);
  await online(page);
  await see(pairWords.revoked);
  await look("revoked");
}

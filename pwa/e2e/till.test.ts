// The till on a tablet: paired with a code, sells all day without a network, and everything that was sold is booked once.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { cachedByWorker, visitKept } from "#pwa/e2e/cached-by-worker";
import { clearOfMidnight, overMidnight } from "#pwa/e2e/clear-of-midnight";
import { holdBeforeCamera } from "#pwa/e2e/hold-before-camera";
import { rowsOf } from "#pwa/e2e/kept";
import { lookAround, tabletSizes } from "#pwa/e2e/look-around";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { bookedReceipts, menuToday, officeOf } from "#pwa/e2e/till-day";
import { until } from "#pwa/e2e/until";
import { countersWords } from "#pwa/i18n/counters";
import { cartWords, pairWords, posWords, queueWords, saleWords, shiftWords, shopWords } from "#pwa/i18n/pos";
import type { CounterSales } from "#pwa/offline/wire";
import { soak } from "#pwa/testing/soak";

/** How many lunches are sold without a network; half of them before the browser is killed. */
const lunches = soak ? 30 : 4;
let sahn: Sahn;
let tablet: Phone;
let office: Awaited<ReturnType<typeof officeOf>>;
let mariam: Device;

beforeAll(async () => {
  await clearOfMidnight();
  sahn = await startSahn("till");
  await menuToday(sahn);
  office = await officeOf(sahn, "omar@harbourline.example");
  mariam = await secondDevice(sahn, "mariam@harbourline.example");
  tablet = await openPhone("till", { width: 1024, height: 768, restarts: true });
  tablet.expectSilence();
  tablet.expect(403, 409);
}, overMidnight);

const button = (name: string | RegExp) => tablet.page.getByRole("button", { name, exact: true });
const inSheet = (name: string) => tablet.page.getByRole("dialog").getByRole("button", { name, exact: true });
const field = (name: string) => tablet.page.getByLabel(name, { exact: true });
const tiles = () => tablet.page.locator(".shop-tile");
const look = (name: string) => lookAround(tablet.page, `till-${name}`, tabletSizes);
const shop = () => tablet.page.goto(`${sahn.url}/pos`);

/** Sells one portion of a meal for cash, as a cashier does: a tap on the meal, and one on the button. */
async function sellOne(n: number) {
  await tiles()
    .nth(n % 8)
    .click();
  await button(/^Save order · /).click();
}
/** Over when no sheet is open and its step back is done, which would take back the page that comes next. */
async function closed() {
  await tablet.page.getByRole("dialog").waitFor({ state: "detached" });
  await tablet.page.waitForFunction(() => !history.state?.sheet);
}
const sold = () => button(saleWords.next).waitFor();
const next = () => button(saleWords.next).click();
/** Sells one portion after the other, each to another customer. */
async function sellAll(from: number, until: number) {
  for (let n = from; n < until; n++) {
    await sellOne(n);
    await sold();
    await next();
  }
}

/** Everything that the tablet has written down: states, and of sales the receipt numbers. */
const everything = async (): Promise<{ receipt?: number; state: string }[]> =>
  (await rowsOf(tablet.page, "sahn-till", ["facts"])).evaluate(([facts = []]) =>
    facts.map(({ sale, state }) => ({ receipt: sale?.receipt, state })),
  );
/** Its sales alone. */
const written = async () =>
  (await everything()).flatMap(({ receipt, state }) => (receipt === undefined ? [] : [{ receipt, state }]));
const drained = () =>
  until("an empty queue", async () => (await everything()).every(({ state }) => state === "booked"), 30_000);
/** Looks for what cannot be true. */
const doctor = () => {
  const env = { ...process.env, DATABASE_URL: sahn.database().href, DATA_DIR: sahn.dataDir };
  return execFileSync(resolve("bin/sahn"), ["doctor"], { env, encoding: "utf8" });
};

test("a tablet is paired with a code from the office, once, and not without a network", async () => {
  const { page } = tablet;
  await shop();
  await page.getByRole("heading", { name: pairWords.title }).waitFor();
  await look("pairing");
  await field(pairWords.code).fill("WRONG12345");
  await button(pairWords.pair).click();
  await page.getByText(pairWords.wrong).waitFor();
  const code = await office.pairingCode();
  await tablet.offline(true);
  await field(pairWords.code).fill(code);
  await button(pairWords.pair).click();
  await page.getByText(pairWords.offline).waitFor();
  await tablet.offline(false);
  await field(pairWords.code).fill(`${code.slice(0, 5)} ${code.slice(5).toLowerCase()}`);
  await button(pairWords.pair).click();
  await page.getByRole("heading", { name: shiftWords.open }).waitFor();
  await look("drawer");
  const key = await (await rowsOf(page, "sahn-till", ["notes"])).evaluate(
    ([notes = []]) => notes.find(({ value }) => value.key instanceof CryptoKey)?.value.key.extractable,
  );
  expect(key).toBe(false);
});

test("the drawer is opened, and the meals of today are there with the menu's age", async () => {
  const { page } = tablet;
  await field(shiftWords.who).fill("Leila");
  await field(shiftWords.float).fill("150.00");
  await button(shiftWords.start).click();
  await tiles().first().waitFor();
  await page.getByText(/^Menu from /).waitFor();
  await cachedByWorker(tablet);
  await visitKept(tablet);
  await look("empty-cart");
});

test("somebody who shows a code pays with the company's share and the wallet, and the rest in cash", async () => {
  const { page } = tablet;
  await tiles().nth(0).click();
  await tiles().nth(1).click();
  await button(cartWords.findCustomer).click();
  await field(cartWords.code).fill("nonsense.code");
  await button(cartWords.check).click();
  await page.getByText(cartWords.badCode).waitFor();
  await look("code");
  const { body } = await mariam.ask<{ code: string }>("GET", "/api/pos-code");
  await holdBeforeCamera(page, body.code);
  await button(cartWords.scan).click();
  await page.getByRole("heading", { name: /^Mariam/ }).waitFor();
  await closed();
  await page.getByText(/wallet AED/).waitFor();
  await look("account");
  await button(cartWords.addNote).click();
  await field(cartWords.note).fill("no onions");
  await button(/^Save order · /).click();
  await sold();
  await drained();
  await look("sold");
  const [[share, wallet, note] = []] = await sahn.rows(
    "SELECT company_share > 0, wallet_amount > 0, f.note FROM counter_sales JOIN till_facts f USING (id) WHERE profile_id IS NOT NULL",
  );
  expect([share, wallet, note]).toEqual(["t", "t", "no onions"]);
  await next();
  // The same code buys nothing more.
  await button(cartWords.findCustomer).click();
  await field(cartWords.code).fill(body.code);
  await button(cartWords.check).click();
  await page.getByText(cartWords.usedCode).waitFor();
  await page.keyboard.press("Escape");
  await closed();
});

test("lunches are sold without a network while the browser is killed, and each is booked once", async () => {
  const { page } = tablet;
  const before = (await written()).length;
  await tablet.offline(true);
  await sellAll(0, lunches / 2 - 1);
  await sellOne(lunches / 2 - 1);
  await sold();
  await tablet.kill();
  await tablet.reopen({ offline: true });
  await shop();
  await tiles().first().waitFor();
  // What the screen called sold is there.
  expect(await written()).toHaveLength(before + lunches / 2);
  // Killed with the finger still on the button: it is sold or it is in the cart, and never half.
  await tiles().nth(3).click();
  await button(/^Save order · /).click({ noWaitAfter: true });
  await tablet.kill();
  await tablet.reopen({ offline: true });
  await shop();
  await tiles().first().waitFor();
  const count = (await written()).length - before;
  expect([lunches / 2, lunches / 2 + 1]).toContain(count);
  if (await button(cartWords.clear).isVisible()) await button(cartWords.clear).click();
  await sellAll(count, lunches);
  await tablet.page.getByText(/^Offline since /).waitFor();
  await button(shopWords.toSend(lunches)).click();
  await tablet.page.getByRole("heading", { name: queueWords.title }).waitFor();
  await look("queue-offline");
  const kept = await written();
  expect(kept.slice(before).every(({ state }) => state === "waiting")).toBe(true);

  await tablet.offline(false);
  await tablet.page.evaluate(() => window.dispatchEvent(new Event("online")));
  await drained();
  const booked = await bookedReceipts(sahn);
  expect(booked).toEqual(kept.map(({ receipt }) => receipt).sort((a, b) => a - b));
  expect(booked).toEqual(Array.from({ length: before + lunches }, (_, n) => n + 1));
  const [[sums] = []] = await sahn.rows("SELECT count(*) FROM till_facts WHERE code <> 0");
  expect(sums).toBe("0");
  expect(page).not.toBe(tablet.page);
  if (soak) expect(() => doctor()).not.toThrow();
});

test("a sale is undone and printed again with a reason, and the day is counted", async () => {
  const { page } = tablet;
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = `${Number(document.documentElement.dataset.printed ?? 0) + 1}`;
    };
  });
  await tablet.page
    .getByRole("button", { name: new RegExp(`^P\\d+-${lunches + 1} `) })
    .first()
    .click();
  await button(saleWords.print).click();
  await button(saleWords.reprint).click();
  await inSheet(saleWords.reprint).click();
  await page.getByText(saleWords.needsWhy).waitFor();
  await button("Paper jam").click();
  await inSheet(saleWords.reprint).click();
  await page.waitForFunction(() => document.documentElement.dataset.printed === "2");
  await expect.poll(() => page.locator(".paper .square path").count()).toBe(1);
  await page.emulateMedia({ media: "print" });
  await tablet.snap("receipt");
  await page.emulateMedia({ media: "screen" });
  await button(saleWords.void).click();
  await button("Wrong meal").click();
  await look("undo");
  await inSheet(saleWords.void).click();
  await page.getByText(`${saleWords.voided}: Wrong meal`).waitFor();
  await closed();
  await next();
  await button(shiftWords.report).click();
  await button(shiftWords.close).click();
  await field(shiftWords.counted).fill("1.00");
  await look("report");
  await button(shiftWords.confirm).click();
  await page.getByRole("heading", { name: shiftWords.open }).waitFor();
  await drained();
  const facts = await until("all facts", async () => {
    const rows = await sahn.rows("SELECT kind, count(*) FROM till_facts WHERE code = 0 GROUP BY kind");
    return rows.length === 5 && Object.fromEntries(rows);
  });
  expect(facts).toEqual({ "sale/1": `${lunches + 1}`, "void/1": "1", "reprint/1": "1", "open/1": "1", "close/1": "1" });
  const [[counted] = []] = await sahn.rows("SELECT counted_amount FROM till_shifts WHERE NOT unassigned");
  expect(counted).toBe("100");
  if (soak) expect(() => doctor()).not.toThrow();
});

test("a second tab does not sell beside the first, and may take the till over", async () => {
  const first = tablet.page;
  const second = await tablet.context.newPage();
  await second.goto(`${sahn.url}/pos`);
  await second.getByRole("heading", { name: posWords.elsewhere }).waitFor();
  await lookAround(second, "till-elsewhere", tabletSizes);
  await second.getByRole("button", { name: posWords.useHere }).click();
  await second.getByRole("heading", { name: shiftWords.open }).waitFor();
  await first.getByRole("heading", { name: posWords.elsewhere }).waitFor();
  await second.close();
  await first.getByRole("heading", { name: shiftWords.open }).waitFor();
});

test.runIf(soak)(
  "a sale whose drawer was counted is found by its receipt and given back out of the next drawer",
  async () => {
    const { page } = tablet;
    await field(shiftWords.who).fill("Omar");
    await field(shiftWords.float).fill("100");
    await button(shiftWords.start).click();
    await button(shopWords.allSent).click();
    await field(queueWords.find).fill("999");
    await button(queueWords.findIt).click();
    await page.getByText(queueWords.notHere).waitFor();
    await look("find");
    await field(queueWords.find).fill("4");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^P\d+-4$/ }).waitFor();
    await button(saleWords.void).click();
    await page.getByText(saleWords.voidLate).waitFor();
    await look("undo-late");
    await button("Paid another way").click();
    await inSheet(saleWords.void).click();
    await page.getByText(`${saleWords.voided}: Paid another way`).waitFor();
    await closed();
    await next();
    await drained();
    const [[cash] = []] = await sahn.rows("SELECT cash_amount FROM counter_sales WHERE receipt = 4");
    const { body } = await office.ask<CounterSales>("GET", "/api/pos/sales");
    const drawers = body.shifts.filter(({ unassigned }) => !unassigned);
    expect(drawers.map(({ who }) => who)).toEqual(["Leila", "Omar"]);
    expect(drawers[1]?.expected).toBe(10_000 - Number(cash));
    expect(() => doctor()).not.toThrow();
  },
);

test.runIf(soak)(
  "a revoked till sells no more, keeps what it has not sent, and the office books that from the saved copy",
  async () => {
    const { page } = tablet;
    await drained();
    await tablet.offline(true);
    await sellAll(2, 3);
    await sellOne(3);
    await sold();
    await button(saleWords.void).click();
    await button("Wrong meal").click();
    await inSheet(saleWords.void).click();
    await page.getByText(`${saleWords.voided}: Wrong meal`).waitFor();
    const { body } = await office.ask<{ data: { id: string; prefix: string }[] }>("GET", "/api/pos/tills");
    const revoked = await office.ask("POST", `/api/pos/till/${body.data[0]?.id}/revoke`, {});
    expect(revoked.status).toBe(200);
    await tablet.offline(false);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await page.getByRole("heading", { name: pairWords.revoked }).waitFor();
    await look("revoked");
    const [file] = await Promise.all([page.waitForEvent("download"), button(pairWords.export).click()]);

    // The office chooses the file that it was given.
    const desk = await openPhone("till-office", { width: 1280, height: 900 });
    await signIn(sahn, desk, "omar@harbourline.example");
    await desk.page.goto(`${sahn.url}/dashboard/company-counters`);
    await desk.page.getByLabel(countersWords.file, { exact: true }).setInputFiles(await file.path());
    await desk.page.getByRole("button", { name: countersWords.recover, exact: true }).click();
    const saved = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\n").length;
    await desk.page.getByText(countersWords.recovered(saved, saved)).waitFor();
    const prefix = body.data[0]?.prefix;
    const results = desk.page.getByRole("list", { name: countersWords.results }).getByRole("listitem");
    const last = async () => (await results.allInnerTexts()).slice(-3).map((text) => text.replace(/\s+/g, " "));
    await expect
      .poll(last)
      .toEqual([
        `Sale ${prefix}-${lunches + 2} ${countersWords.isBooked}`,
        `Sale ${prefix}-${lunches + 3} ${countersWords.isBooked}`,
        `Undone sale Pantry ${countersWords.isBooked}`,
      ]);
    await lookAround(desk.page, "till-office");
    expect(await bookedReceipts(sahn)).toHaveLength(lunches + 3);
    const [[undone] = []] = await sahn.rows(
      `SELECT count(*) FROM counter_sales WHERE receipt = ${lunches + 3} AND voided_at IS NOT NULL`,
    );
    expect(undone).toBe("1");
    // The same tablet is a new till afterwards, and nothing that it kept is gone.
    await field(pairWords.code).fill(await office.pairingCode());
    await button(pairWords.again).click();
    await page.getByRole("heading", { name: shiftWords.open }).waitFor();
    await expect.poll(async () => (await written()).filter(({ state }) => state === "left")).toHaveLength(2);
    expect(() => doctor()).not.toThrow();
  },
);

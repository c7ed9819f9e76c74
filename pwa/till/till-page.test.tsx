import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { appWords, uiWords } from "#pwa/i18n/app";
import { cartWords, pairWords, posWords, queueWords, saleWords, shiftWords, shopWords } from "#pwa/i18n/pos";
import type { TillTerms } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { whenPaidHere } from "#pwa/shell/paying-lock";
import { useUpdate } from "#pwa/shell/update-ready";
import { openAt, press } from "#pwa/testing/open-at";
import { codeServer, lunchId, newTill, signedBy, tillId } from "#pwa/testing/till-kit";
import { clearCart, setBuyer, setQuantity } from "#pwa/till/cart";
import { openShift } from "#pwa/till/drawer";
import { clock, stopTill, useTill } from "#pwa/till/till";
import { type TillDb, writeNote } from "#pwa/till/till-db";
import { b64 } from "#pwa/till/till-key";
import { TillPage } from "#pwa/till/till-page";

const soupId = "01K0000000000000000000S0VP";
let online: boolean;
let answers: Record<string, () => [number, unknown]>;
let asked: { path: string; body: string }[];

const meals = [
  { id: lunchId, name: "Burrito bowl", cuisine: 1, price: 4700, employee_price: 3530 },
  { id: soupId, name: "Pumpkin soup", cuisine: 2, price: 3600, employee_price: 2700 },
];
const limits = { facts: 100, bytes: 131_072 };
const termsNow = (more: Partial<TillTerms> = {}): TillTerms => ({
  till: tillId,
  prefix: "P7",
  name: "Pantry",
  company_id: "01K00000000000000000000C0M",
  company: "Harbour Line",
  place: "Floor 14",
  last_receipt: 0,
  had: 0,
  offline_limit: 0,
  everyone: false,
  frozen: [],
  vat_percentage: 5,
  code_key: "",
  days: [{ date: dateAt(Date.now()), week: "2026-11-23", hash: "h1", meals }],
  limits,
  keep_hours: 72,
  now: Date.now(),
  min: "2026.11.0",
  ...more,
});
const menu = {
  week: "2026-11-23",
  days: [],
  meals: [],
  cuisines: [
    { id: 1, name: "Mexican" },
    { id: 2, name: "Arabic" },
  ],
};

const nothing = async (_: TillDb) => undefined as unknown;
/** A tablet that is paired and has its terms; the drawer is open unless it shall not be. `since` is what happened to it then. */
async function paired({ terms = termsNow(), at = Date.now(), drawer = true, since = nothing } = {}) {
  const db = await newTill();
  await writeNote(db, "terms", { terms, at });
  await db.menus.put({ hash: "h1", menu: menu as never });
  if (drawer) await openShift(db, clock, "Leila", 20_000);
  await since(db);
  db.close();
}
const allBooked = (db: TillDb) => db.facts.toCollection().modify({ state: "booked" });

const open = (path = "/pos") => openAt(path, { "/pos": <TillPage />, "/pos/checkout/:orderId?": <TillPage /> });
/** The till of such a tablet, on its screen. */
async function openPaired(how: Parameters<typeof paired>[0] = {}) {
  await paired(how);
  open();
}
async function save(amount: string) {
  await press(cartWords.save(amount));
  await screen.findByRole("button", { name: saleWords.next });
}
/** Sells a burrito bowl for cash, without a customer. */
async function sellBowl() {
  await press(/^Burrito bowl/);
  await save("AED 47.00");
}
const kept = () => {
  const { db: now } = useTill.getState();
  if (!now) throw new Error("the till is not open");
  return now;
};
const facts = () => kept().facts.toArray();
const saleText = async () => JSON.parse((await facts())[1]?.text ?? "");

beforeEach(() => {
  online = false;
  answers = {};
  const here: typeof asked = [];
  asked = here;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    here.push({ path, body: `${init.body ?? ""}` });
    const answer = answers[path.split("?")[0] ?? ""];
    // What the test before had still under way is not answered in this one.
    if (!online || here !== asked || !answer) throw new TypeError("no network");
    const [status, body] = answer();
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  });
});
afterEach(() => {
  stopTill();
  clearCart();
  useUpdate.setState({ take: null });
  vi.unstubAllGlobals();
});

test("a tablet that nobody paired asks for a code, and says when there is no network", async () => {
  await openPaired({ since: (db) => db.notes.clear() });
  await screen.findByRole("heading", { name: pairWords.title });
  await userEvent.type(screen.getByLabelText(pairWords.code), "ABCDE12345");
  await press(pairWords.pair);
  expect(await screen.findByText(pairWords.offline)).toBeVisible();
});

test("a revoked tablet says so, sells nothing, and counts what it has not sent", async () => {
  await paired();
  const db = await (await import("#pwa/till/till-db")).openTillDb(() => undefined);
  await writeNote(db, "revoked", Date.now());
  db.close();
  open();
  await screen.findByRole("heading", { name: pairWords.revoked });
  expect(screen.getByText(pairWords.unsent(1))).toBeVisible();
  expect(screen.getByRole("button", { name: pairWords.export })).toBeVisible();
  expect(screen.queryByRole("region", { name: shopWords.meals })).toBeNull();
});

test("the till of a suspended company says so and sells nothing, and goes on where it was when the company is back", async () => {
  online = true;
  let stopped = false;
  answers["/api/pos/order-checkout"] = () => (stopped ? [403, { reason: "till_stopped" }] : [503, {}]);
  answers["/api/pos/till"] = () => (stopped ? [403, { reason: "till_stopped" }] : [200, termsNow()]);
  answers["/api/menu/2026-11-23/h1"] = () => [200, menu];
  await openPaired({ since: allBooked });
  await press(/^Burrito bowl/);
  stopped = true;
  await press(cartWords.save("AED 47.00"));
  await screen.findByRole("heading", { name: pairWords.stopped });
  expect(screen.getByText(pairWords.stoppedUnsent(1))).toBeVisible();
  expect(screen.queryByRole("region", { name: shopWords.meals })).toBeNull();
  stopped = false;
  await press(uiWords.tryAgain);
  expect(await screen.findByRole("button", { name: saleWords.next })).toBeVisible();
});

test("a revoked tablet that had sent everything still saves a copy, for a server that loses it", async () => {
  await openPaired({
    since: async (db) => {
      await allBooked(db);
      await writeNote(db, "revoked", Date.now());
    },
  });
  await screen.findByRole("heading", { name: pairWords.revoked });
  expect(screen.getByText(pairWords.sent)).toBeVisible();
  expect(screen.getByRole("button", { name: pairWords.export })).toBeVisible();
  await kept().facts.toCollection().modify({ state: "left" });
  expect(await screen.findByText(pairWords.unsent(1))).toBeVisible();
  expect(screen.queryByText(pairWords.sent)).toBeNull();
});

/** The office answers each fact that it is sent so. */
function books(result: (fact: { id: string; k: string }) => unknown[]) {
  answers["/api/pos/order-checkout"] = () => {
    const ask = asked.filter(({ path }) => path === "/api/pos/order-checkout").at(-1);
    const res = JSON.parse(ask?.body ?? "").facts.map(result);
    return [200, { res, last: 1, had: 1, now: Date.now(), limits, min: "2026.11.0" }];
  };
}

/** The tablet's own sale meets a server that answers so. */
async function soldTo(answer: () => [number, unknown]) {
  await paired();
  online = true;
  answers["/api/pos/order-checkout"] = answer;
  open();
  await sellBowl();
}

test("a till that the server does not know says so, and sells on", async () => {
  await soldTo(() => [401, { message: "Unauthenticated.", reason: "till_unknown" }]);
  expect(await screen.findByText(pairWords.unknown)).toBeVisible();
  expect(screen.getByRole("button", { name: pairWords.export })).toBeVisible();
  await press(saleWords.next);
  await press(/^Pumpkin soup/);
  await save("AED 36.00");
  expect((await facts()).map(({ sale }) => sale?.receipt)).toEqual([undefined, 1, 2]);
});

test("paired again it is the till that it was, and what is kept goes out under its own numbers", async () => {
  vi.spyOn(document, "cookie", "get").mockReturnValue("XSRF-TOKEN=t");
  await openPaired({
    since: async (db) => {
      await allBooked(db);
      await writeNote(db, "unknown", Date.now());
    },
  });
  await press(pairWords.again);
  await press(pairWords.back);
  await press(pairWords.again);
  online = true;
  answers["/api/pos/pair"] = () => [201, { till: tillId, prefix: "P7", receipt_key: "c2VjcmV0", now: Date.now() }];
  const said: string[] = [];
  books(({ id }) => {
    said.push(id);
    return [id, 0];
  });
  await userEvent.type(await screen.findByLabelText(pairWords.code), "ABCDE12345");
  await press(pairWords.again);
  await waitFor(() => expect(screen.queryByText(pairWords.unknown)).toBeNull());
  const [opened] = await facts();
  await waitFor(() => expect(said).toEqual([opened?.id]));
  expect(opened?.till).toBe(tillId);
});

test("a network that asks for a password of its own, or a signature that broke, does not ask to pair", async () => {
  await soldTo(() => [401, { message: "Please sign in to the hotel" }]);
  await press(shopWords.toSend(2));
  const queue = await screen.findByRole("complementary", { name: queueWords.title });
  expect(await within(queue).findByText(queueWords.trouble.stranger ?? "")).toBeVisible();
  expect(screen.queryByText(pairWords.unknown)).toBeNull();
});

test("a newer version waits until the customer at the counter is served", async () => {
  const paid = vi.fn();
  useUpdate.setState({ take: async () => undefined });
  await openPaired();
  expect(await screen.findByText(appWords.newVersion)).toBeVisible();
  await press(/^Burrito bowl/);
  await waitFor(() => expect(screen.queryByText(appWords.newVersion)).toBeNull());
  void whenPaidHere().then(paid);
  await press("100");
  expect(paid).not.toHaveBeenCalled();
  await press(cartWords.save("AED 47.00"));
  await waitFor(() => expect(paid).toHaveBeenCalledOnce());
  expect(await screen.findByText(appWords.newVersion)).toBeVisible();
});

test("the drawer is opened with a name and an amount before anything is sold", async () => {
  await openPaired({ drawer: false });
  await press(shiftWords.start);
  expect(await screen.findByText(shiftWords.needsWho)).toBeVisible();
  expect(screen.getByText(shiftWords.needsAmount)).toBeVisible();
  await userEvent.type(screen.getByLabelText(shiftWords.who), "Leila");
  await userEvent.type(screen.getByLabelText(shiftWords.float), "150");
  await press(shiftWords.start);
  expect(await screen.findByText(cartWords.empty)).toBeVisible();
});

test("a lunch is sold for cash without a network: the change is said, the rail shows it waiting, and the cart is empty", async () => {
  await openPaired();
  await press(/^Burrito bowl, AED 47\.00/);
  await press(cartWords.moreOf("Burrito bowl"));
  await press("100");
  expect(await screen.findByText("AED 6.00")).toBeVisible();
  await save("AED 94.00");
  expect(await saleText()).toMatchObject({ k: "sale/1", n: 1, l: [[lunchId, 2, 4700]], c: 9400, g: 10_000 });
  const rail = await screen.findByRole("region", { name: queueWords.title });
  expect(await within(rail).findByText(posWords.receipt("P7", 1))).toBeVisible();
  expect(await within(rail).findByText(queueWords.waiting)).toBeVisible();
  await press(saleWords.next);
  expect(await screen.findByText(cartWords.empty)).toBeVisible();
});

test("too little cash is not taken, and a card is paid with its slip's reference", async () => {
  await openPaired();
  await press(/^Burrito bowl/);
  await press("20");
  expect(await screen.findByText(cartWords.tooLittle)).toBeVisible();
  expect(screen.getByRole("button", { name: /^Save order/ })).toBeDisabled();
  await userEvent.click(screen.getByRole("radio", { name: cartWords.terminal }));
  await userEvent.type(await screen.findByLabelText(cartWords.reference), "812");
  await save("AED 47.00");
  expect(await saleText()).toMatchObject({ t: 4700, r: "812" });
});

test("any number of a meal is there with one tap, and a note goes with the sale", async () => {
  await openPaired();
  await press(/^Burrito bowl/);
  await press(cartWords.howMany("Burrito bowl", 1));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "12" }));
  await press(cartWords.addNote);
  await userEvent.type(screen.getByLabelText(cartWords.note), "no onions");
  await save("AED 564.00");
  expect(await saleText()).toMatchObject({ l: [[lunchId, 12, 4700]], m: "no onions" });
});

test("without a network too, a till takes its own company's codes and says of others that they pay in cash or by card", async () => {
  const server = await codeServer();
  const code_key = b64(await crypto.subtle.exportKey("raw", server.publicKey));
  const now = Math.floor(Date.now() / 1000);
  const codeOf = (c: string) =>
    signedBy(server.privateKey, { p: "01K0000000000000000000MAR1", c, n: "Mariam", s: now, t: "dGFn", e: now + 300 });
  await openPaired({ terms: termsNow({ code_key }) });
  await press(cartWords.findCustomer);
  const field = await screen.findByLabelText(cartWords.code);
  await userEvent.click(field);
  await userEvent.paste(await codeOf("01K0000000000000000STRANGE"));
  await press(cartWords.check);
  expect(await screen.findByText(cartWords.stranger)).toBeVisible();
  await userEvent.clear(field);
  await userEvent.paste(await codeOf(termsNow().company_id));
  await press(cartWords.check);
  expect(await screen.findByRole("heading", { name: "Mariam" })).toBeVisible();
});

test("a code that its owner blocked is not taken, without a network and by what the server says; a new one is", async () => {
  const server = await codeServer();
  const code_key = b64(await crypto.subtle.exportKey("raw", server.publicKey));
  const now = Math.floor(Date.now() / 1000);
  const p = "01K0000000000000000000MAR1";
  const codeOf = (s: number) =>
    signedBy(server.privateKey, { p, c: termsNow().company_id, n: "Mariam", s, t: "dGFn", e: s + 300 });
  await openPaired({ terms: termsNow({ code_key, frozen: [{ profile: p, before: now }] }) });
  const show = async (code: string) => {
    const field = await screen.findByLabelText(cartWords.code);
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(code);
    await press(cartWords.check);
  };
  await press(cartWords.findCustomer);
  await show(await codeOf(now - 1));
  expect(await screen.findByText(cartWords.frozenCode)).toBeVisible();
  answers["/api/pos/eater"] = () => [409, { reason: "eater_code", message: "", detail: { frozen: true } }];
  online = true;
  await show(await codeOf(now));
  await press(/^Burrito bowl/);
  expect(await screen.findByText(cartWords.frozenCode)).toBeVisible();
  expect(screen.getByRole("heading", { name: cartWords.walkIn })).toBeVisible();
});

/** A till whose customer Mariam wants three bowls for more than the limit, and a server that says this of the question. */
async function aboveLimit(said: () => [number, unknown]) {
  await openPaired();
  await press(/^Burrito bowl/);
  online = true;
  const more = { share: 2000, wallet: 8590 };
  const eater = {
    id: "M",
    proof: "p.1.t",
    name: "Mariam",
    company: "Harbour Line",
    share: 2000,
    wallet: 8000,
    limit: 10_000,
  };
  answers["/api/pos/eater"] = () => [200, { ...eater, with_confirmation: more }];
  answers["/api/pos/ask"] = said;
  answers["/api/pos/ask-cancel"] = () => [200, { id: "" }];
  const from = Math.floor(Date.now() / 1000);
  const { company_id: company } = termsNow();
  setQuantity(lunchId, 3);
  setBuyer({ proof: "p.1.t", profile: "M", company, name: "Mariam", from, until: from + 300 });
  await press(cartWords.askCustomer("AED 105.90"));
}
const questions = () => asked.filter(({ path }) => path === "/api/pos/ask").map(({ body }) => JSON.parse(body));

test("a sale above the limit waits until the customer has confirmed it on their phone, and is then made by itself", async () => {
  let state = "waiting";
  await aboveLimit(() => [200, { state, seconds: 119, now: Date.now() }]);
  const box = await screen.findByRole("alertdialog", { name: cartWords.confirmTitle });
  expect(within(box).getByText(cartWords.confirmText("AED 105.90", "Mariam"))).toBeVisible();
  expect(within(box).getByRole("status")).toHaveTextContent(cartWords.confirmWaiting);
  expect(await within(box).findByText(cartWords.confirmLeft("1:59"))).toBeVisible();
  expect(await facts()).toHaveLength(1);
  state = "confirmed";
  await screen.findByRole("button", { name: saleWords.next });
  const sale = await saleText();
  expect(sale).toMatchObject({ e: 10_590, p: "p.1.t", l: [[lunchId, 3, 3530]] });
  const [first, ...same] = questions();
  expect(first).toEqual({
    sale: sale.id,
    proof: "p.1.t",
    amount: 10_590,
    lines: [{ meal: lunchId, qty: 3, price: 3530 }],
  });
  for (const one of same) expect(one).toEqual(first);
});

test("a sale that the customer does not confirm is not made, and its cart stays", async () => {
  let answer: [number, unknown] = [200, { state: "expired", seconds: 0, now: Date.now() }];
  await aboveLimit(() => answer);
  expect(await screen.findByText(cartWords.notConfirmed)).toBeVisible();
  answer = [200, { state: "waiting", seconds: 119, now: Date.now() }];
  await press(cartWords.askCustomer("AED 105.90"));
  const cancelled = () => asked.filter(({ path }) => path === "/api/pos/ask-cancel");
  expect(cancelled()).toHaveLength(0);
  await press(cartWords.confirmCancel);
  await waitFor(() => expect(cancelled()).toHaveLength(1));
  expect(questions().at(-1).sale).not.toBe(questions()[0].sale);
  online = false;
  await press(cartWords.askCustomer("AED 105.90"));
  expect(await screen.findByText(cartWords.confirmOffline("AED 100.00"))).toBeVisible();
  // Without a confirmation the limit goes on the account, and the rest is paid here.
  await press(cartWords.putOnly("AED 100.00"));
  expect(screen.getByRole("button", { name: cartWords.save("AED 5.90") })).toBeVisible();
  await press(cartWords.putAll("AED 105.90"));
  online = true;
  answer = [200, { state: "declined", seconds: 0, now: Date.now() }];
  await press(cartWords.askCustomer("AED 105.90"));
  expect(await screen.findByText(cartWords.declined)).toBeVisible();
  expect(screen.getByRole("heading", { name: cartWords.walkIn })).toBeVisible();
  expect(screen.getByRole("button", { name: cartWords.save("AED 141.00") })).toBeVisible();
  expect(await facts()).toHaveLength(1);
});

test("a full storage sells nothing and says so, and the cart stays", async () => {
  await openPaired();
  await press(/^Burrito bowl/);
  vi.spyOn(kept().facts, "add").mockImplementation((() =>
    Promise.reject(new DOMException("full", "QuotaExceededError"))) as never);
  await press(cartWords.save("AED 47.00"));
  expect(await screen.findByText(cartWords.full)).toBeVisible();
  expect(screen.getByRole("button", { name: cartWords.save("AED 47.00") })).toBeVisible();
  expect(await facts()).toHaveLength(1);
});

test("a paper's number with its letters finds the sale, also under the number that the till had before", async () => {
  await openPaired();
  await sellBowl();
  await press(saleWords.next);
  const letters = (await facts())[1]?.id.slice(-4) ?? "";
  await press(shopWords.toSend(2));
  const number = await screen.findByLabelText(queueWords.find);
  for (const wrong of ["P9-1", "P7-1-!!!!", `P7-2-${letters}`]) {
    await userEvent.clear(number);
    await userEvent.type(number, wrong);
    await press(queueWords.findIt);
    expect(await screen.findByText(queueWords.notHere)).toBeVisible();
  }
  await userEvent.clear(number);
  await userEvent.type(number, `P9-1-${letters.toLowerCase()}`);
  await press(queueWords.findIt);
  expect(await screen.findByRole("heading", { name: posWords.receipt("P7", 1) })).toBeVisible();
});

test("meals are found by name and by kind", async () => {
  await openPaired();
  await press("Arabic");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Burrito bowl/ })).toBeNull());
  expect(screen.getByRole("button", { name: /^Pumpkin soup/ })).toBeVisible();
  await press(shopWords.all);
  await userEvent.type(screen.getByLabelText(shopWords.find), "burr");
  expect(screen.queryByRole("button", { name: /^Pumpkin soup/ })).toBeNull();
  await userEvent.type(screen.getByLabelText(shopWords.find), "zzz");
  expect(screen.getByText(shopWords.noneFound)).toBeVisible();
});

test("a day without meals says so, and a menu of the day before says how old it is", async () => {
  await openPaired({ terms: termsNow({ days: [] }), at: Date.now() - 25 * 3_600_000 });
  expect(await screen.findByText(shopWords.noMeals)).toBeVisible();
  expect(await screen.findByText(/^This menu is from .*Prices may have changed since\.$/)).toBeVisible();
});

test("the queue tells what waits and why, without a toast, and shows what the office looks at", async () => {
  await paired();
  online = true;
  answers["/api/pos/order-checkout"] = () => [500, { message: "broken" }];
  open();
  await sellBowl();
  await press(shopWords.toSend(2));
  const queue = await screen.findByRole("complementary", { name: queueWords.title });
  expect(await within(queue).findByText(queueWords.trouble.server ?? "")).toBeVisible();
  await waitFor(() => expect(within(queue).getAllByText(queueWords.waiting)).toHaveLength(2));
  books(({ id, k }) => (k === "sale/1" ? [id, 4, { reason: "no_proof" }] : [id, 0]));
  await press(queueWords.sendAll);
  expect(await within(queue).findByText(/The customer’s code could not be proved/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: shopWords.needsOffice(1) })).toBeVisible());
});

test("the drawer is closed with a count, and the difference is said before", async () => {
  await openPaired();
  await sellBowl();
  await press(shiftWords.report);
  const sheet = await screen.findByRole("dialog", { name: shiftWords.report });
  expect(await within(sheet).findByText("1 × Burrito bowl")).toBeVisible();
  await userEvent.click(within(sheet).getByRole("button", { name: shiftWords.close }));
  await userEvent.type(within(sheet).getByLabelText(shiftWords.counted), "240");
  expect(within(sheet).getByText(shiftWords.under("AED 7.00"))).toBeVisible();
  await userEvent.click(within(sheet).getByRole("button", { name: shiftWords.confirm }));
  await screen.findByRole("heading", { name: shiftWords.open });
  expect(await screen.findByText(/^Leila closed the drawer at /)).toBeVisible();
  expect(JSON.parse((await facts()).at(-1)?.text ?? "")).toMatchObject({ k: "close/1", f: 24_000 });
});

test("an address of a sale that is not here leads on, not astray", async () => {
  await paired();
  open("/pos/checkout/01K0000000000000000000N0NE");
  expect(await screen.findByText(saleWords.unknown)).toBeVisible();
  await press(saleWords.next);
  expect(await screen.findByText(cartWords.empty)).toBeVisible();
});

// Drives the API with a third-party client: axios signs in, orders, pays and signs out, and takes every refusal for one. The tests run in
// order, as one user's story.
import { ulid } from "ulid";
import { beforeAll, expect, test } from "vitest";
import { type AxiosClient, axiosClient } from "#pwa/e2e/axios-client";
import { mailedCode } from "#pwa/e2e/mailed-code";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { kept, payments } from "#pwa/e2e/provider";
import { secondDevice, type Told } from "#pwa/e2e/second-device";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { loginWords } from "#pwa/i18n/login";
import type { Handoff, Intent, Profile, Quoted } from "#pwa/offline/wire";

const email = "mariam@harbourline.example";
const dev = ulid();
let sahn: Sahn;
let phone: Phone;
let client: AxiosClient;
let dates: string[];
let placed: Handoff;

beforeAll(async () => {
  sahn = await startSahn("axios");
  phone = await openPhone("axios", { width: 1280, height: 800 });
  phone.expect(401, 404, 405, 409, 419, 422);
  client = await axiosClient(sahn, phone.page);
});

/** What a device says that has nothing to say, or these operations. */
const round = (ops: unknown[] = []) => ({
  v: 3,
  app: "2026.11.1",
  dev,
  cur: 0,
  done: 0,
  clk: { now: Date.now(), mono: Math.round(performance.now()) },
  ops,
});

test("a visitor without a token is told so, asks for one, and is heard", async () => {
  const ask = () => client.ask("PUT", "/api/search-by-email", { email });
  expect(await client.seen()).toEqual({});
  const none = await ask();
  expect([none.kept, none.status, none.data]).toEqual([false, 419, { message: "CSRF token mismatch." }]);
  expect(none.type).toBe("application/json");

  await client.start();
  expect(Object.keys(await client.seen())).toEqual(["XSRF-TOKEN"]); // and nothing that names the session
  const reply = await ask();
  expect([reply.kept, reply.status, reply.data]).toEqual([true, 200, { client_exist: true, client_status: "Active" }]);
  const nobody = await client.ask("PUT", "/api/search-by-email", { email: "nobody@nowhere.example" });
  expect(nobody.data).toEqual({ client_exist: false, client_status: null });

  const mute = await client.ask("PUT", "/api/search-by-email", { email }, { withXSRFToken: false });
  expect(mute.status).toBe(419); // so it was the token in axios's header that let it in
});

test("the code from the mail signs in with 201, and the token is another one", async () => {
  // A success that has a message and no data would be a refusal.
  const asked = await client.ask("POST", "/api/login-otp", { email });
  expect(asked).toMatchObject({ kept: true, status: 200, data: { message: expect.any(String), data: {} } });
  const { "XSRF-TOKEN": before } = await client.seen();
  const entered = await client.ask<{ data: Profile }>("POST", "/api/verify-otp", {
    email,
    otp: await mailedCode(sahn, email),
  });
  expect([entered.kept, entered.status]).toEqual([true, 201]);
  const { "XSRF-TOKEN": after, ...others } = await client.seen();
  expect(after).not.toBe(before);
  expect(others).toEqual({});

  const profile = await client.ask<{ data: Profile }>("GET", "/api/get-profile");
  expect(profile.data).toEqual(entered.data);
  expect(profile.data.data.email).toBe(email);
});

test("three lunches are chosen, priced and handed over, and the same hand-off again is the same order", async () => {
  const week = (await (await secondDevice(sahn, email)).weeks()).find(({ open }) => open.length >= 3);
  dates = week?.open.slice(0, 3) ?? [];
  const ops = dates.map((date, i) => ({
    n: i + 1,
    id: ulid(),
    k: "day.set/1",
    a: { date, items: [{ meal: week?.menu.days.find((day) => day.date === date)?.meals[0], qty: 1 }], seen: 0 },
  }));
  const said = await client.ask<Told>("POST", "/api/sync", round(ops));
  expect(said.data.res).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);

  const quoted = await client.ask<Quoted>("POST", "/api/quote", { dates, wallet: false });
  expect(quoted.data.quote.issues).toEqual([]);
  const order = { dev, n: 3, revs: quoted.data.revs, quote: quoted.data.quote.hash, wallet: false, key: ulid() };
  const handed = await client.ask<Handoff>("POST", "/api/handoff", order);
  expect([handed.kept, handed.status]).toEqual([true, 200]);
  placed = handed.data;
  expect(placed.status).toBe("Payment Pending");
  expect((await client.ask<Handoff>("POST", "/api/handoff", order)).data.order).toBe(placed.order);

  const other = await client.ask<{ message: string }>("POST", "/api/handoff", { ...order, key: ulid() });
  expect([other.kept, other.status, typeof other.data.message]).toEqual([false, 409, "string"]);
});

test("the card page takes the money, and the order is Confirmed", async () => {
  const { page } = phone;
  const { form, intent, amount } = placed;
  await page.evaluate((given) => {
    const made = Object.assign(document.createElement("form"), { method: "POST", action: given?.url });
    for (const [name, value] of Object.entries(given?.fields ?? {})) {
      made.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(made);
    made.submit();
  }, form);
  const back = page.waitForRequest(`${sahn.url}/payment/${intent}`, { timeout: 60_000 });
  await payByCard(page);
  await back;
  // The app is somebody else here: it knows of no sign-in in this browser and shows its sign-in page.
  await page.getByRole("heading", { name: loginWords.title, exact: true }).waitFor();

  client = await axiosClient(sahn, page);
  const settled = await until("the payment's end", async () => {
    const { data } = await client.ask<Intent>("GET", `/api/intent/${intent}`);
    return data.status !== "open" && data;
  });
  expect(settled).toMatchObject({ order: placed.order, status: "paid", order_status: "Confirmed", amount });
  expect(kept(await payments(sahn))).toBe(amount);
  const { data } = await client.ask<Told>("POST", "/api/sync", round());
  expect(data.orders.find(({ id }) => id === placed.order)?.status).toBe("Confirmed");
  expect(dates.every((date) => data.live.taken.includes(date))).toBe(true);
});

test("every refusal is JSON with a message that can be shown, also where a file was asked for", async () => {
  const [own, strict] = ["/api/update-profile", "/api/handoff"];
  const cases: [number, Promise<{ kept: boolean; status: number; type: string; data: { message?: unknown } }>][] = [
    [422, client.ask("POST", strict, { wallet_balance: 1_000_000 })],
    [422, client.ask("POST", own, '{"name":', { headers: { "Content-Type": "application/json" } })],
    [404, client.ask("GET", "/api/nothing-of-ours")],
    [405, client.ask("PUT", "/api/get-profile")],
    [409, client.ask("POST", "/api/sync", { ...round(), cur: 0, ops: [{ n: 9, id: ulid(), k: "day.set/1", a: {} }] })],
  ];
  for (const [status, refusal] of cases) {
    const met = await refusal;
    expect([met.kept, met.status, met.type]).toEqual([false, status, "application/json"]);
    expect(met.data.message).toEqual(expect.stringMatching(/\S/));
  }
  const file = await client.ask<{ blob: string }>("GET", "/api/nothing-of-ours", undefined, { responseType: "blob" });
  expect(JSON.parse(file.data.blob)).toEqual({ message: "The route api/nothing-of-ours could not be found." });
});

test("after the goodbye both cookies of the session are gone, and what the session could do it cannot", async () => {
  const bye = await client.ask("POST", "/api/profile-logout");
  expect(bye).toMatchObject({ kept: true, status: 200, data: { message: expect.any(String), data: {} } });
  expect(await client.seen()).toEqual({});
  // What stays signs nobody in: it says that this browser is not a stranger's.
  expect((await phone.context.cookies()).map(({ name }) => name)).toEqual(["sahn_device"]);
  const gone = await client.ask("GET", "/api/get-profile");
  expect([gone.status, gone.data]).toEqual([401, { message: "Unauthenticated." }]);
});

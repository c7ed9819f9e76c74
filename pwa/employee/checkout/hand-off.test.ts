import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchQuote, handOff } from "#pwa/employee/checkout/hand-off";
import { setQty } from "#pwa/employee/choose/edit-day";
import { type Db, openDb, readValue, useDevice } from "#pwa/offline/db";
import { Offline } from "#pwa/offline/server";
import { startSync, stopSync } from "#pwa/offline/sync/start-sync";
import type { HandoffRequest } from "#pwa/offline/wire";
import { submitForm } from "#pwa/payment/submit-form";
import { sentTo } from "#pwa/testing/answers";
import { pageOf } from "#pwa/testing/page";
import { mariam, orderOf } from "#pwa/testing/sample";
import { siteOf } from "#pwa/testing/site";

vi.mock("#pwa/payment/submit-form", () => ({ submitForm: vi.fn() }));

const monday = "2026-11-23";
const hash = "a".repeat(64);
const form = { url: "https://cards.example/pay", fields: { amount: "1600" } };
const agreed = { dates: [monday], quoteHash: hash, wallet: false };

let db: Db;
let site: ReturnType<typeof siteOf>;
const requests = () => sentTo<HandoffRequest>(site, "/api/handoff");
const keys = () => requests().map(({ key }) => key);
const answers = (status: number, body: unknown) => {
  site.on["POST /api/handoff"] = () => ({ status, body });
};
const pending = { order: "o1", intent: "i1", status: "Payment Pending", form, amount: 1600 };

beforeEach(async () => {
  pageOf();
  site = siteOf();
  const id = `handoff-${Math.random()}`;
  site.who = { ...mariam, id };
  const seen = { hash, payable_amount: 1600, days: [] };
  site.on["POST /api/quote"] = () => ({ status: 200, body: { quote: seen, revs: { [monday]: 1 } } });
  db = await openDb(id);
  await startSync(db, () => true);
  await setQty(monday, "a", 1);
  await fetchQuote([monday], false);
});

afterEach(() => {
  stopSync();
  db.close();
  useDevice.setState({ db: null });
  vi.mocked(submitForm).mockReset();
  vi.unstubAllGlobals();
});

describe("a quote", () => {
  it("is asked for after everything was sent", async () => {
    await setQty(monday, "b", 1);
    site.asked = [];
    await fetchQuote([monday], true);
    expect(site.asked.map((one) => one.path)).toEqual(["/api/sync", "/api/quote"]);
    expect(site.asked[1]?.body).toEqual({ dates: [monday], wallet: true });
  });

  it("is not to be had offline", async () => {
    await setQty(monday, "b", 1);
    site.online = false;
    await expect(fetchQuote([monday], false)).rejects.toBeInstanceOf(Offline);
  });
});

describe("a hand-off", () => {
  it("carries what the person saw, brings the order here and leaves for the card page", async () => {
    site.on["POST /api/handoff"] = () => {
      site.server.order(orderOf("o1", "Payment Pending", [monday]));
      return { status: 200, body: pending };
    };
    expect(await handOff(agreed)).toEqual({ outcome: "card", order: "o1", intent: "i1" });
    const meta = await db.meta.get("device");
    expect(requests()).toEqual([
      {
        dev: meta?.dev,
        n: 1,
        revs: { [monday]: 1 },
        quote: hash,
        seen: { hash, payable_amount: 1600, days: [] },
        wallet: false,
        key: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      },
    ]);
    expect(await db.orders.get("o1")).toMatchObject({ status: "Payment Pending" });
    expect(submitForm).toHaveBeenCalledExactlyOnceWith(form);
    expect(await readValue(db, "handoff")).toBeUndefined();
  });

  it("with nothing due is confirmed at once, with the order here", async () => {
    site.on["POST /api/handoff"] = () => {
      site.server.order(orderOf("o1", "Confirmed", [monday]));
      return { status: 200, body: { order: "o1", status: "Confirmed", amount: 0 } };
    };
    expect(await handOff(agreed)).toEqual({ outcome: "confirmed", order: "o1" });
    expect(await db.orders.get("o1")).toMatchObject({ status: "Confirmed" });
    expect(submitForm).not.toHaveBeenCalled();
  });

  it("whose answer is lost keeps its key until it is answered, also over a page load", async () => {
    let kept: unknown;
    site.on["POST /api/handoff"] = async () => {
      kept = await readValue(db, "handoff");
      throw new TypeError("connection lost");
    };
    expect(await handOff(agreed)).toEqual({ outcome: "offline" });
    expect(kept).toMatchObject({ key: keys()[0], quote: hash });
    answers(503, { message: "", reason: "unavailable" });
    expect(await handOff(agreed)).toMatchObject({ outcome: "refused", reason: "unavailable" });
    answers(409, { message: "", reason: "behind_another" });
    expect(await handOff(agreed)).toMatchObject({ outcome: "refused", reason: "behind_another" });
    answers(200, pending);
    expect(await handOff(agreed)).toMatchObject({ outcome: "card" });
    const [first] = keys();
    expect(keys()).toEqual([first, first, first, first]);
    answers(409, { message: "", reason: "day_taken" });
    await handOff(agreed);
    expect(keys()[4]).not.toBe(first);
  });

  it("whose lost answer was an order that has failed since is tried once more, under a key of its own", async () => {
    answers(503, { message: "" });
    await handOff(agreed);
    const [failed] = keys();
    site.on["POST /api/handoff"] = (body) => ({
      status: 200,
      body:
        (body as HandoffRequest).key === failed
          ? { order: "o1", status: "Payment Failed", amount: 1600 }
          : { ...pending, order: "o2", intent: "i2" },
    });
    expect(await handOff(agreed)).toEqual({ outcome: "card", order: "o2", intent: "i2" });
    expect(keys().map((key) => key === failed)).toEqual([true, true, false]);
    expect(submitForm).toHaveBeenCalledExactlyOnceWith(form);
    expect(await readValue(db, "handoff")).toBeUndefined();
  });

  it("whose lost answer was an order that is still being paid is never begun a second time", async () => {
    answers(503, { message: "" });
    await handOff(agreed);
    answers(200, { ...pending, form: undefined });
    expect(await handOff(agreed)).toEqual({ outcome: "busy", order: "o1", intent: "i1" });
    const [first] = keys();
    expect(keys()).toEqual([first, first]);
  });

  it("for another quote gets another key", async () => {
    answers(503, { message: "" });
    await handOff(agreed);
    await handOff({ ...agreed, quoteHash: "b".repeat(64) });
    await handOff({ ...agreed, wallet: true });
    expect(new Set(keys()).size).toBe(3);
  });

  it("tells what changed since the person looked, and forgets the key", async () => {
    const detail = { quote: { hash: "c" }, differences: [{ code: "price", from: 1, to: 2 }] };
    answers(409, { message: "x", reason: "quote_changed", detail });
    expect(await handOff(agreed)).toEqual({ outcome: "changed", ...detail });
    expect(await readValue(db, "handoff")).toBeUndefined();
    expect(submitForm).not.toHaveBeenCalled();
  });

  it("of what is being paid already names the order and the attempt", async () => {
    answers(409, { message: "x", reason: "already_being_paid", detail: { order: "o1", intent: "i1" } });
    expect(await handOff(agreed)).toEqual({ outcome: "busy", order: "o1", intent: "i1" });
  });

  it("refused for another reason says it in our words", async () => {
    answers(409, { message: "server's words", reason: "day_taken" });
    expect(await handOff(agreed)).toEqual({
      outcome: "refused",
      reason: "day_taken",
      message: "There is already a lunch on this day.",
    });
  });

  it("does not begin before everything is sent", async () => {
    await setQty(monday, "b", 1);
    site.on["POST /api/sync"] = () => ({ status: 503, body: { message: "" } });
    expect(await handOff(agreed)).toEqual({ outcome: "unsent" });
    site.online = false;
    expect(await handOff(agreed)).toEqual({ outcome: "offline" });
    expect(requests()).toEqual([]);
  });
});

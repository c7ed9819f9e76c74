import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fault, Offline, onFault, onUnauthenticated } from "#pwa/offline/server";
import type { TillTerms } from "#pwa/offline/wire";
import { handClock, newTill, noon } from "#pwa/testing/till-kit";
import { pair } from "#pwa/till/pair";
import { refreshTerms } from "#pwa/till/terms";
import { tillCall } from "#pwa/till/till-call";
import { type Identity, note, type TillDb, writeNote } from "#pwa/till/till-db";
import { b64, bytesOf, markOf, newKeys, publicHalf, readReceiptKey, squareOf, unb64 } from "#pwa/till/till-key";

type Asked = { path: string; body: string; headers: Record<string, string>; credentials?: string };

let db: TillDb;
let clock: ReturnType<typeof handClock>;
let asked: Asked[];
let answers: ((ask: Asked) => [number, unknown])[];
let who: Identity;

beforeEach(async () => {
  db = await newTill();
  clock = handClock();
  asked = [];
  answers = [];
  who = (await note(db, "identity")) as Identity;
  // Pairing is anybody's call: it carries the page's own token.
  vi.stubGlobal("document", { cookie: "XSRF-TOKEN=t" });
  vi.stubGlobal("fetch", async (path: string, { body, headers, credentials }: RequestInit) => {
    const ask = { path, body: `${body ?? ""}`, headers: headers as Record<string, string>, credentials };
    asked.push(ask);
    const answer = answers.shift();
    if (!answer) throw new TypeError("no network");
    const [status, said] = answer(ask);
    return Response.json(said, { status });
  });
});
afterEach(() => {
  db.close();
  vi.unstubAllGlobals();
});

const ask = () => tillCall({ db, clock, identity: who }, "GET", "/api/pos/till");
const fact = () => ({
  id: "01K0000000000000000000FACT",
  till: who.till,
  kind: "sale/1" as const,
  text: "{}",
  at: noon,
});
/** Pairing as another till. */
const another = { till: "01K0000000000000000000NEW1", prefix: "P8", receipt_key: "c2VjcmV0", now: noon };

test("a request says who asks and when, is signed over its body, and carries no cookies", async () => {
  const keys = await newKeys();
  answers.push(() => [200, { now: noon + 5000 }]);
  const identity = { ...who, key: keys.privateKey };
  await tillCall({ db, clock, identity }, "POST", "/api/pos/order-checkout", '{"v":1}');
  const [{ headers = {}, credentials, body } = {} as Asked] = asked;
  expect(headers).toMatchObject({ "X-Till": who.till, "X-Till-Time": `${noon}` });
  expect([credentials, body]).toEqual(["omit", '{"v":1}']);
  const sum = b64(await crypto.subtle.digest("SHA-256", bytesOf(body ?? "")));
  const text = bytesOf(`POST\n/api/pos/order-checkout\n${noon}\n${sum}`);
  const signature = unb64(headers["X-Till-Signature"] ?? "");
  expect(await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, keys.publicKey, signature, text)).toBe(true);
  expect(await note(db, "clock")).toMatchObject({ off: 5000, at: noon });
});

test("a till whose clock is wrong is told the time and asks once more with it", async () => {
  const right = noon + 3 * 86_400_000;
  const wrong = () =>
    [401, { message: "The till's clock is wrong.", reason: "till_clock", detail: { now: right } }] as [number, unknown];
  answers.push(wrong, () => [200, { now: right }]);
  await ask();
  expect(asked.map(({ headers }) => headers["X-Till-Time"])).toEqual([`${noon}`, `${right}`]);
  answers.push(wrong, wrong);
  await expect(ask()).rejects.toMatchObject({ reason: "till_clock" });
  expect(asked).toHaveLength(4);
});

test("a refusal ends nobody's session and shows nothing in passing", async () => {
  const listener = vi.fn();
  const stops = [onFault(listener), onUnauthenticated(listener)];
  answers.push(() => [401, { message: "Unauthenticated.", reason: "unauthenticated" }]);
  await expect(ask()).rejects.toBeInstanceOf(Fault);
  await expect(ask()).rejects.toBeInstanceOf(Offline);
  expect(listener).not.toHaveBeenCalled();
  for (const stop of stops) stop();
});

test("the key cannot be taken out of the browser, and a lost answer of the pairing is asked for with the same one", async () => {
  const body = ({ body }: Asked) => JSON.parse(body) as { code: string; public_key: string };
  await db.notes.clear();
  await expect(pair(db, clock, "ABCDE12345")).rejects.toBeInstanceOf(Offline);
  answers.push(() => [201, another]);
  await pair(db, clock, "ABCDE12345");
  const identity = (await note(db, "identity")) as Identity;
  expect(identity).toMatchObject({ till: another.till, prefix: "P8" });
  expect([identity.key.extractable, identity.receiptKey.extractable]).toEqual([false, false]);
  await expect(crypto.subtle.exportKey("pkcs8", identity.key)).rejects.toThrow();
  const [first, second] = asked.filter(({ path }) => path === "/api/pos/pair").map(body);
  expect(second).toEqual(first);
  expect(await note(db, "pairing")).toBeUndefined();
});

test("another till counts its receipts from the start, and keeps what the one before has not sent", async () => {
  await writeNote(db, "revoked", noon);
  await writeNote(db, "counters", { q: 9, receipt: 5, had: 5, idTime: 1 });
  await db.facts.add({ ...fact(), q: 9, state: "waiting" });
  answers.push(() => [201, another]);
  await pair(db, clock, "ABCDE12345");
  expect(await note(db, "counters")).toEqual({ q: 9, receipt: 0, had: 0, idTime: 1 });
  expect(await note(db, "revoked")).toBeUndefined();
  expect((await db.facts.toArray()).map(({ state }) => state)).toEqual(["left"]);
});

/** A till with a sale that was booked, one that waits, and one of an earlier pairing. */
async function withSales() {
  await writeNote(db, "terms", { terms: { company_id: "01K00000000000000000000C0M" } as TillTerms, at: noon });
  await writeNote(db, "counters", { q: 3, receipt: 2, had: 2, idTime: 1 });
  await db.facts.bulkAdd([
    { ...fact(), q: 1, id: "01K0000000000000000000FCT1", till: "01K00000000000000000000TLD", state: "left" },
    { ...fact(), q: 2, id: "01K0000000000000000000FCT2", state: "booked", settledAt: noon },
    { ...fact(), q: 3, id: "01K0000000000000000000FCT3", state: "waiting" },
  ]);
}
const states = async () => (await db.facts.orderBy("q").toArray()).map(({ state }) => state);

test("a till that the server does not know proves who it was, stays it, and offers all that it keeps", async () => {
  await withSales();
  await writeNote(db, "unknown", noon);
  await writeNote(db, "shift", "01K000000000000000000SH1FT");
  answers.push(({ body }) => {
    const { before, public_key } = JSON.parse(body);
    said = before;
    key = public_key;
    return [201, { ...another, till: who.till, prefix: "P7" }];
  });
  let said: Record<string, string> = {};
  let key = "";
  await pair(db, clock, "ABCDE12345");
  const company = "01K00000000000000000000C0M";
  const text = bytesOf(`pair\n${who.till}\nP7\n${company}\n${key}`);
  const mark = b64((await crypto.subtle.sign("HMAC", who.receiptKey, text)).slice(0, 8));
  expect(said).toEqual({ till: who.till, prefix: "P7", company_id: company, mark });
  expect(await states()).toEqual(["left", "waiting", "waiting"]);
  expect(await note(db, "counters")).toMatchObject({ receipt: 2, had: 0 });
  expect(await note(db, "shift")).toBe("01K000000000000000000SH1FT");
  expect(await note(db, "unknown")).toBeUndefined();
  expect((await note(db, "identity"))?.key).not.toBe(who.key);
});

test("what no server has is left for the office when such a till becomes another one", async () => {
  await withSales();
  await writeNote(db, "unknown", noon);
  answers.push(() => [201, another]);
  await pair(db, clock, "ABCDE12345");
  expect(await states()).toEqual(["left", "left", "left"]);
});

test("the terms are kept with the menus that they name, and tell of a gap only when nothing was booked meanwhile", async () => {
  const terms = (had: number) => ({
    till: who.till,
    code_key: "k",
    days: [{ date: "2026-11-23", week: "2026-11-23", hash: "h1", meals: [] }],
    last_receipt: had,
    had,
    now: noon,
  });
  const week = { week: "2026-11-23", meals: [], days: [], cuisines: [] };
  await writeNote(db, "counters", { q: 1, receipt: 4, had: 4, idTime: 1 });
  await db.facts.add({ ...fact(), q: 1, state: "booked" });
  answers.push(
    () => [200, terms(4)],
    () => [200, week],
  );
  await refreshTerms(db, clock);
  expect(await db.menus.toCollection().primaryKeys()).toEqual(["h1"]);
  expect((await note(db, "terms"))?.terms.last_receipt).toBe(4);
  expect((await db.facts.get(1))?.state).toBe("booked");
  answers.push(() => [200, terms(2)]);
  await refreshTerms(db, clock);
  expect((await db.facts.get(1))?.state).toBe("waiting");
  expect(await note(db, "counters")).toMatchObject({ receipt: 4, had: 2 });
});

test("a till takes the receipt key that comes with its terms, and keeps it nowhere else", async () => {
  const fresh = "bmV3IGtleQ";
  const terms = { till: who.till, code_key: "k", days: [], last_receipt: 0, had: 0, now: noon };
  answers.push(() => [200, { ...terms, receipt_key: fresh }]);
  await refreshTerms(db, clock);
  expect(asked.map(({ path }) => path)).toEqual([`/api/pos/till?key=${await markOf(who, `key\n${who.till}`)}`]);
  const now = (await note(db, "identity")) as Identity;
  expect(now.receiptKey.extractable).toBe(false);
  expect(await markOf(now, "text")).toBe(await markOf({ receiptKey: await readReceiptKey(fresh) }, "text"));
  expect(JSON.stringify(await note(db, "terms"))).not.toContain(fresh);
});

test("a receipt's square carries the till, its mark, and the event byte by byte", async () => {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", unb64("c2VjcmV0"), hmac, true, ["sign", "verify"]);
  const text = '{"id":"01K","k":"sale/1"}';
  const square = await squareOf({ till: who.till, receiptKey: key }, text);
  const [till, mark = "", ...event] = square.split(".");
  expect([till, event.join(".")]).toEqual([who.till, text]);
  expect(unb64(mark)).toHaveLength(8);
  expect(mark).toBe(b64((await crypto.subtle.sign("HMAC", key, bytesOf(text))).slice(0, 8)));
  expect(unb64(await publicHalf(await newKeys()))).toHaveLength(65);
});

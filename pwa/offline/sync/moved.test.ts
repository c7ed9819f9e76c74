import { afterEach, beforeEach, expect, test } from "vitest";
import { type App, endPages, loadAs, one } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

const [monday, tuesday, wednesday] = ["2026-11-23", "2026-11-24", "2026-11-25"];
let site: Site;
let app: App;

beforeEach(async () => {
  pageOf();
  site = siteOf([mariam]);
  app = await loadAs(mariam);
});
afterEach(endPages);

const there = (date: string, meal: string) =>
  app.sync.engineNow().edit(date, () => ({ items: one(meal), address_id: "old" }));
const told = async () => {
  const notes = await app.kept().notes.toArray();
  return notes.map(({ date, code, detail }) => [date, code, (detail as { reason: string }).reason]).sort();
};

test("a person who moved while choices waited is told of each that cannot be brought there, and the others go out", async () => {
  site.online = false;
  await there(monday, "a");
  await app.set(tuesday, "b");
  await there(wednesday, "c");
  site.server.state.places = ["new"];
  site.online = true;
  expect(await app.sync.flush()).toBe(true);
  expect(site.server.docs().map(({ date }) => date)).toEqual([tuesday]);
  expect(await told()).toEqual([
    [monday, 3, "bad_address"],
    [wednesday, 3, "bad_address"],
  ]);
  const rounds = site.asked.length;
  await app.sync.syncNow();
  expect(site.asked.slice(rounds).map(({ body }) => (body as { ops?: unknown }).ops)).toEqual([undefined]);
});

test("a phone of sixty days ago that says what nobody says any more is told so of each, and is not stuck", async () => {
  site.online = false;
  for (let i = 0; i < 12; i++) await app.set(i % 2 ? monday : tuesday, `m${i}`);
  expect(await app.sync.pendingCount()).toBe(12);
  site.server.state.kinds = ["day.set/2"];
  site.online = true;
  expect(await app.sync.flush()).toBe(true);
  expect(await told()).toEqual([
    ...Array(6).fill([monday, 3, "unknown_kind"]),
    ...Array(6).fill([tuesday, 3, "unknown_kind"]),
  ]);
  expect(app.sync.useStatus.getState()).toEqual({ sending: false, paused: null, trouble: null });
});

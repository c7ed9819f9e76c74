// Somebody who is signed in on a device of their own, and what that device keeps.
import { afterEach, beforeEach, vi } from "vitest";
import { type Db, useDevice, writeValue } from "#pwa/offline/db";
import { signInWithPassword } from "#pwa/offline/session";
import { stopSync } from "#pwa/offline/sync/start-sync";
import { readRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import type { Live, MenuWeek, Order, Profile } from "#pwa/offline/wire";
import { liveOf, mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

/** It is this time in every test of a file, and the sync ends with each of them. */
export function timeIs(instant: string) {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(instant) }));
  afterEach(() => {
    stopSync();
    vi.useRealTimers();
  });
}

let person = 0;

/** Signs somebody in; `prepare` is for what the site must say from the first question on. */
export async function signedIn(more: Partial<Profile> = {}, prepare: (site: Site) => void = () => undefined) {
  const me = { ...mariam, id: `P${++person}`, ...more };
  const site = siteOf([me]);
  prepare(site);
  await signInWithPassword(me.email, "secret");
  return site;
}

export const deviceDb = () => useDevice.getState().db as Db;
export const keepMenu = (menu: MenuWeek) => deviceDb().menus.put({ hash: "H", week: menu.week, menu, at: Date.now() });
export const keepOrder = (order: Omit<Order, "rev">) => deviceDb().orders.put({ rev: 1, ...order });
export const keepLive = (more: Partial<Live> = {}) => writeValue(deviceDb(), "live", liveOf(more));
/** What the person wants on a date, as the device keeps it. */
export const draftAt = async (date: string) => draftOf(await readRows(deviceDb())).get(date);
/** Nothing more can be kept. */
export const fullStorage = () =>
  vi
    .spyOn(deviceDb().facts, "put")
    .mockImplementation((() => Promise.reject(new DOMException("full", "QuotaExceededError"))) as never);

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchMenus, keepMenus, useFetching } from "#pwa/menu/fetch-menu";
import { mealOf, mealsOn } from "#pwa/menu/meals-on";
import { type Db, openDb, useDevice } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import { startSync, stopSync, syncNow, useStatus } from "#pwa/offline/sync/start-sync";
import { refuses } from "#pwa/testing/answers";
import { waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, menuOf } from "#pwa/testing/sample";
import { reply, siteOf } from "#pwa/testing/site";

const weeks = ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"];

let db: Db;
let site: ReturnType<typeof siteOf>;
let stop: (() => void) | undefined;
const named = (list: string[], version: string) =>
  Object.fromEntries(list.map((week) => [week, `${version} of ${week}`]));
const kept = async () => (await db.menus.orderBy("week").toArray()).map(({ hash }) => hash);
const fetched = () => site.asked.filter((one) => /^\/api\/menu\/./.test(one.path)).map((one) => one.path);

beforeEach(async () => {
  pageOf();
  site = siteOf();
  const id = `menus-${Math.random()}`;
  site.who = { ...mariam, id };
  for (const week of [...weeks, "2026-12-21"]) {
    site.on[`GET /api/menu/${week}/*`] = reply(menuOf(week, [week]));
  }
  db = await openDb(id);
});

afterEach(async () => {
  stop?.();
  stop = undefined;
  stopSync();
  await fetchMenus();
  db.close();
  useDevice.setState({ db: null });
  useSession.setState({ profile: null, signedIn: false, locked: null });
  vi.unstubAllGlobals();
});

describe("menus", () => {
  const name = (hashes: Record<string, string>) => {
    site.server.state.menu = hashes;
  };

  beforeEach(async () => {
    useSession.setState({ profile: mariam, signedIn: true, locked: null });
    name(named(weeks, "h1"));
    stop = keepMenus();
    await startSync(db, () => true);
    await vi.waitFor(async () => expect(await kept()).toEqual(Object.values(named(weeks, "h1"))), waitTimeout);
  });

  it("of all four weeks are here as soon as a sync has named them, and are not fetched again", async () => {
    await syncNow();
    await fetchMenus();
    expect(fetched()).toHaveLength(4);
  });

  it("that changed are fetched, and only then the old one is dropped", async () => {
    site.on["GET /api/menu/2026-11-30/*"] = refuses(503);
    name({ ...named(weeks, "h1"), ...named(["2026-11-30"], "h2") });
    await syncNow();
    await vi.waitFor(() => expect(useFetching.getState().failed).toBe(true), waitTimeout);
    expect(await kept()).toContain("h1 of 2026-11-30");
    site.on["GET /api/menu/2026-11-30/*"] = reply(menuOf("2026-11-30", []));
    await syncNow();
    await vi.waitFor(async () => expect(await kept()).toContain("h2 of 2026-11-30"));
    await vi.waitFor(async () => expect(await kept()).not.toContain("h1 of 2026-11-30"));
  });

  it("of weeks that are over are dropped, and the new week's is fetched", async () => {
    name(named([...weeks.slice(1), "2026-12-21"], "h1"));
    await syncNow();
    await vi.waitFor(async () => expect(await kept()).toContain("h1 of 2026-12-21"));
    await vi.waitFor(async () => expect(await kept()).not.toContain("h1 of 2026-11-23"));
    expect(await kept()).toHaveLength(4);
  });

  it("one that cannot be had does not keep the others away", async () => {
    site.on["GET /api/menu/2026-11-23/*"] = refuses(404);
    name(named(weeks, "h3"));
    await syncNow();
    const h3 = async () => (await kept()).filter((one) => one.startsWith("h3"));
    await vi.waitFor(async () => expect(await h3()).toHaveLength(3), waitTimeout);
  });
});

describe("a phone's first visit", () => {
  it("has menus on their way until the first sync has named them and they are stored", async () => {
    useSession.setState({ profile: mariam, signedIn: true, locked: null });
    site.server.state.menu = named(weeks, "h1");
    site.online = false;
    stop = keepMenus();
    await startSync(db, () => true);
    await vi.waitFor(() => expect(useStatus.getState().trouble?.why).toBe("network"), waitTimeout);
    await fetchMenus();
    expect(useFetching.getState()).toMatchObject({ fetching: true, stored: [] });
    site.online = true;
    await syncNow();
    const over = { fetching: false, failed: false, stored: weeks };
    await vi.waitFor(() => expect(useFetching.getState()).toEqual(over), waitTimeout);
    expect(await kept()).toHaveLength(4);
  });
});

describe("a visitor", () => {
  it("gets the weeks that the index names", async () => {
    const named = { value: "2026-11-23", label: "23 – 27 Nov", hash: "h1 of 2026-11-23" };
    site.on["GET /api/menu"] = reply({ weeks: [named, { value: "2026-11-30", label: "30 Nov – 4 Dec" }] });
    stop = keepMenus();
    useDevice.setState({ db });
    await vi.waitFor(async () => expect(await kept()).toEqual(["h1 of 2026-11-23"]));
  });
});

describe("a menu", () => {
  it("tells what a date offers, in its order", () => {
    const menu = { ...menuOf("2026-11-23", []), days: [{ date: "2026-11-24", meals: ["b", "a", "gone"] }] };
    expect(mealsOn(menu, "2026-11-24").map((meal) => meal.id)).toEqual(["b", "a"]);
    expect(mealsOn(menu, "2026-11-25")).toEqual([]);
    expect(mealOf(menu, "b")?.name).toBe("Meal b");
  });
});

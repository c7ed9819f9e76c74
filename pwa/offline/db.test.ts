import { afterEach, describe, expect, it, vi } from "vitest";
import { deleteDb, isNewer, openDb, readValue, useDevice, writeValue } from "#pwa/offline/db";
import { waitTimeout } from "#pwa/testing/load";

const real = globalThis.indexedDB;

afterEach(() => {
  useDevice.getState().db?.close();
  useDevice.setState({ db: null, problem: null });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a database as a newer version of the app does. */
const newer = (name: string, version = 20) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = real.open(name, version);
    request.onupgradeneeded = () => {
      const { result } = request;
      // The newer code may have dropped what this code looks for.
      if (result.objectStoreNames.contains("notes")) result.deleteObjectStore("notes");
      if (!result.objectStoreNames.contains("later")) result.createObjectStore("later");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("it was not let go"));
  });

describe("a profile's database", () => {
  it("is its own: what one profile keeps another does not see", async () => {
    const [one, two] = [await openDb("p1"), await openDb("p2")];
    await writeValue(one, "hashes", { "2026-11-23": "h" });
    expect(await readValue(one, "hashes")).toEqual({ "2026-11-23": "h" });
    expect(await readValue(two, "hashes")).toBeUndefined();
    one.close();
    two.close();
  });

  it("is let go when another tab brings a newer version, and the person is asked to reload", async () => {
    const db = await openDb("p3");
    useDevice.setState({ db });
    (await newer(db.name, 9999)).close();
    expect(useDevice.getState().problem).toBe("reload");
  });

  it("can be deleted while another tab has it open", async () => {
    const db = await openDb("p4");
    useDevice.setState({ db });
    expect(await deleteDb("p4")).toBe(true);
    expect(useDevice.getState().problem).toBeNull();
    expect((await real.databases()).map(({ name }) => name)).not.toContain("sahn-p4");
  });

  it("is opened again when the system ended the connection", async () => {
    const db = await openDb("p5");
    useDevice.setState({ db });
    await writeValue(db, "hashes", { w: "h" });
    const lost = db.backendDB();
    lost.close();
    lost.onclose?.(new Event("close"));
    await vi.waitFor(async () => expect(await readValue(db, "hashes")).toEqual({ w: "h" }), waitTimeout);
    expect(db.backendDB()).not.toBe(lost);
    expect(useDevice.getState().problem).toBeNull();
  });
});

describe("a database that a newer version of the app made", () => {
  it("is not opened, not mended and not deleted, and not taken for a broken one", async () => {
    const db = await openDb("p7");
    await writeValue(db, "hashes", { w: "h" });
    db.close();
    (await newer("sahn-p7")).close();
    const failed = await openDb("p7").catch((cause) => cause);
    expect(isNewer(failed)).toBe(true);
    expect(useDevice.getState()).toMatchObject({ db: null, problem: null, forgets: false });
    const after = await newer("sahn-p7");
    expect(after.version).toBe(20);
    expect([...after.objectStoreNames]).not.toContain("notes");
    expect([...after.objectStoreNames]).toEqual(expect.arrayContaining(["facts", "later", "ops"]));
    after.close();
  });
});

describe("a storage that does not answer", () => {
  it("is asked a second time after 3 s, and then the screen is read-only; nothing is deleted", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const opened: string[] = [];
    const deleted: string[] = [];
    const dead = {
      open: (name: string) => {
        opened.push(name);
        return new EventTarget();
      },
      deleteDatabase: (name: string) => deleted.push(name),
    };
    const { Dexie } = await import("dexie");
    const before = Dexie.dependencies.indexedDB;
    Dexie.dependencies.indexedDB = dead as unknown as IDBFactory;
    try {
      const failed = openDb("p6").catch((cause: Error) => cause.message);
      await vi.advanceTimersByTimeAsync(2900);
      expect(opened).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(opened).toHaveLength(2);
      expect(useDevice.getState().problem).toBeNull();
      await vi.advanceTimersByTimeAsync(3000);
      expect(await failed).toContain("does not answer");
      expect(useDevice.getState().problem).toBe("stuck");
      expect(deleted).toEqual([]);
    } finally {
      Dexie.dependencies.indexedDB = before;
    }
  });
});

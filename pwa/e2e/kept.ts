// What a browser keeps of somebody: every place where a page can put something down.
import type { Page } from "playwright-core";

/** The places that hold one of these texts: databases with their rows, local and session storage, kept answers. */
export const kept = (page: Page, texts: string[]): Promise<string[]> =>
  page.evaluate(async (texts) => {
    const found: string[] = [];
    const look = (where: string, what: unknown) => {
      const text = typeof what === "string" ? what : JSON.stringify(what);
      for (const one of texts) if (`${where} ${text}`.includes(one)) found.push(`${where}: ${one}`);
    };
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      look(`database ${name}`, "");
      for (const store of db.objectStoreNames)
        look(`${name}.${store}`, await answer(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    look("local storage", { ...localStorage });
    look("session storage", { ...sessionStorage });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) look(`cache ${name}`, await (await cache.match(request))?.text());
    }
    look("cookies", document.cookie);
    return [...new Set(found)];
  }, texts);

/** The operations of a profile's database that are not answered, oldest first. */
export const unsentOf = (page: Page, profile: string): Promise<string[]> =>
  page.evaluate(async (name) => {
    const all = await indexedDB.databases();
    if (!all.some((one) => one.name === name)) return [];
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => failed(opening.error);
    });
    const ops = await new Promise<{ id: string }[]>((done) => {
      const asked = db.transaction("ops").objectStore("ops").getAll();
      asked.onsuccess = () => done(asked.result);
    });
    db.close();
    return ops.map(({ id }) => id);
  }, `sahn-${profile}`);

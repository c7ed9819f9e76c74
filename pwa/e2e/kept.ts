// What a browser keeps of somebody: every place where a page can put something down.
import type { Page } from "playwright-core";
import type { DraftDoc, Op } from "#pwa/offline/wire";

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
      for (const request of await cache.keys())
        look(`cache ${name} ${request.url}`, await (await cache.match(request))?.text());
    }
    look("cookies", document.cookie);
    return [...new Set(found)];
  }, texts);

/** The rows of some stores of a database, all read at one moment; none where there is no such database. They stay in the browser. */
export const rowsOf = (page: Page, name: string, stores: string[]) =>
  page.evaluateHandle(
    // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what is in there
    async ([name, stores]): Promise<any[][]> => {
      const all = await indexedDB.databases();
      if (!all.some((one) => one.name === name)) return stores.map(() => []);
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => failed(opening.error);
      });
      const reading = db.transaction(stores);
      const asked = stores.map((store) => reading.objectStore(store).getAll());
      await new Promise((done) => {
        reading.oncomplete = done;
      });
      db.close();
      return asked.map(({ result }) => result);
    },
    [name, stores] as const,
  );

async function choicesOf(page: Page, profile: string): Promise<[ops: Op[], base: DraftDoc[]]> {
  return (await (await rowsOf(page, `sahn-${profile}`, ["ops", "base"])).jsonValue()) as [Op[], DraftDoc[]];
}

/** The operations of a profile's database that are not answered, oldest first. */
export const unsentOf = async (page: Page, profile: string): Promise<string[]> =>
  (await choicesOf(page, profile))[0].map(({ id }) => id);

/** What a profile's database says was chosen for a day: the newest change that waits, or what the server said last. */
export async function choiceOf(page: Page, profile: string, date: string): Promise<string[]> {
  const [ops, base] = await choicesOf(page, profile);
  const mine = ops.findLast((op) => op.a.date === date)?.a ?? base.find((doc) => doc.date === date);
  return mine?.items.map(({ meal }) => meal) ?? [];
}

const open = new Set<IDBTransaction>();
let ended = false;

function hold(one: IDBTransaction): IDBTransaction {
  open.add(one);
  for (const end of ["complete", "abort"]) one.addEventListener(end, () => open.delete(one));
  return one;
}

/**
 * A storage whose transactions end when the page goes away. WebKit keeps such a page for the way back with its transactions open, and
 * the next page waits for them in vain. Nothing of them was called saved yet; a page that comes back without them loads again.
 */
export const endsWithPage = (storage: IDBFactory): IDBFactory =>
  new Proxy(storage, {
    get(of, name) {
      const value = Reflect.get(of, name);
      if (name !== "open") return typeof value === "function" ? value.bind(of) : value;
      return (...given: Parameters<IDBFactory["open"]>) => {
        const opening = of.open(...given);
        opening.addEventListener("upgradeneeded", () => opening.transaction && hold(opening.transaction));
        opening.addEventListener("success", () => {
          const db = opening.result;
          const begin = db.transaction;
          db.transaction = (...what) => hold(begin.apply(db, what));
        });
        return opening;
      };
    },
  });

// Tests of what lies below a page have none.
const page = globalThis.window as Window | undefined;
page?.addEventListener("pagehide", () => {
  for (const one of open) {
    try {
      one.abort();
      ended = true;
    } catch {
      // It is complete, and has not said so yet.
    }
  }
});
page?.addEventListener("pageshow", ({ persisted }) => {
  if (persisted && ended) location.reload();
});

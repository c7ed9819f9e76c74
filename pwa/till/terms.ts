import { call, Offline } from "#pwa/offline/server";
import type { MenuWeek, TillTerms } from "#pwa/offline/wire";
import { requeueAcknowledged, storeServerCounters } from "#pwa/till/queue";
import { tillCall } from "#pwa/till/till-call";
import { serverTime, type TillClock } from "#pwa/till/till-clock";
import { countersOf, note, type TillDb, writeNote } from "#pwa/till/till-db";
import { markOf, readReceiptKey } from "#pwa/till/till-key";

/**
 * Loads what is sold these days and on which terms, and stores it with the menus that it names. A till whose receipt key is of a secret
 * that the server no longer uses gets the new one. Rejects with Fault or Offline, and then the stored terms remain valid.
 */
export async function refreshTerms(db: TillDb, clock: TillClock): Promise<void> {
  const identity = await note(db, "identity");
  if (!identity) return;
  const { had } = await countersOf(db);
  const key = await markOf(identity, `key\n${identity.till}`);
  const { receipt_key, ...terms } = await tillCall({ db, clock, identity }, "GET", `/api/pos/till?key=${key}`);
  if (!Array.isArray(terms.days) || typeof terms.code_key !== "string") throw new Offline("captive");
  const receiptKey = receipt_key && (await readReceiptKey(receipt_key));
  await db.transaction("rw", db.notes, db.facts, async () => {
    // The tablet may have been paired again meanwhile.
    const now = await note(db, "identity");
    if (now?.till !== terms.till) return;
    if (receiptKey) await writeNote(db, "identity", { ...now, receiptKey });
    await writeNote(db, "terms", { terms, at: serverTime(clock, await note(db, "clock")) });
    // Fewer than before the request and fewer than now: the server lost events. Else some were booked meanwhile, or the loss is known.
    if (terms.had < Math.min(had, (await countersOf(db)).had)) await requeueAcknowledged(db, terms.had);
    await storeServerCounters(db, terms.last_receipt, terms.had);
  });
  await fetchMenus(db, terms);
}

/** Fetches the menus behind the terms for the meals' pictures and kinds. The content of a menu under a hash never changes. */
async function fetchMenus(db: TillDb, { days }: TillTerms): Promise<void> {
  const wanted = new Map(days.map(({ hash, week }) => [hash, week]));
  const here = new Set(await db.menus.toCollection().primaryKeys());
  for (const [hash, week] of wanted) {
    if (here.has(hash)) continue;
    const quiet = { toast: false, redirect: false, cache: "default" } as const;
    const menu = (await call("GET", `/api/menu/${week}/${hash}`, undefined, quiet)) as MenuWeek;
    if (menu.week !== week || !Array.isArray(menu.meals)) throw new Offline("captive");
    await db.menus.put({ hash, menu });
  }
  await db.menus.bulkDelete([...here].filter((hash) => !wanted.has(hash)));
}

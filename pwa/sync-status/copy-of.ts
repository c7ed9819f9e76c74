// A copy of what waits, for support: the changes as they would be sent, and the same in words. It holds no session, nothing
// of other people, and has no effect on any order.

import { joined } from "#pwa/i18n/joined";
import { product } from "#pwa/i18n/say";
import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { syncWords } from "#pwa/i18n/sync";
import { type Db, ownerOf, useDevice } from "#pwa/offline/db";
import { call } from "#pwa/offline/server";
import { appVersion, useStatus } from "#pwa/offline/sync/start-sync";
import type { Copy } from "#pwa/offline/wire";
import { ageOf, savedAt } from "#pwa/sync-status/waiting-since";

/** Sends as the owner of the database, so that one person's changes are never taken as another's who is signed in by now. */
const quiet = (db: Db) => ({ toast: false, redirect: false, as: ownerOf(db) });
const most = 200;

async function copyOf(db: Db): Promise<Copy> {
  const ops = await db.ops.orderBy("n").toArray();
  const dev = (await db.meta.get("device"))?.dev ?? "";
  const { trouble, paused } = useStatus.getState();
  const why = paused ?? trouble?.why;
  return { dev, app: appVersion, pending: ops.length, age: ageOf(ops, Date.now()) ?? 0, ops, ...(why && { why }) };
}

/** Reports to the server that changes wait although it answers. Silent, and without the changes themselves. */
export async function tellLate(): Promise<void> {
  const { db } = useDevice.getState();
  if (!db) return;
  const { ops: _, ...facts } = await copyOf(db);
  await call("POST", "/api/sync/copy", facts, quiet(db)).catch(() => undefined);
}

/** Sends a copy to support and returns the name under which they find it. Rejects with Fault or Offline. */
export async function sendCopy(): Promise<string> {
  const { db } = useDevice.getState();
  if (!db) throw new Error("no database");
  const copy = await copyOf(db);
  const { id } = await call("POST", "/api/sync/copy", { ...copy, ops: copy.ops.slice(0, most) }, quiet(db));
  return id ?? "";
}

/** Shares the copy with another app or saves it as a file, for when it does not get through to the server. */
export async function saveCopy(nameOf: (meal: string) => string | undefined): Promise<void> {
  const { db } = useDevice.getState();
  if (!db) return;
  const copy = await copyOf(db);
  const lines = copy.ops.map((op) => {
    const meals = op.a.items.map(({ meal, qty }) => `${qty} × ${nameOf(meal) ?? meal}`);
    return `${dayAndDate(op.a.date)} (${clockAt(savedAt(op))}): ${joined(meals) || syncWords.cleared}`;
  });
  const text = [syncWords.copyTitle(product), "", ...lines, "", JSON.stringify(copy, null, 1), ""].join("\n");
  const file = new File([text], `${product.toLowerCase()}-copy.txt`, { type: "text/plain" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: syncWords.copyTitle(product) }).catch((cause: unknown) => {
      if (!(cause instanceof DOMException && cause.name === "AbortError")) throw cause;
    });
    return;
  }
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: url, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

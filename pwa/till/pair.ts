import { call, Offline } from "#pwa/offline/server";
import { requeueAcknowledged } from "#pwa/till/queue";
import { measureOffset, type TillClock } from "#pwa/till/till-clock";
import { countersOf, type Identity, note, type TillDb, unbooked, writeNote } from "#pwa/till/till-db";
import { markOf, newKeys, publicHalf, readReceiptKey } from "#pwa/till/till-key";

/**
 * Pairs this tablet with a code that was made in the office. The key pair is stored before the request is sent, so that
 * the same code pairs again when the answer was lost. A server that was restored from a backup recognises the tablet as
 * the till that it was; then everything stored here is sent again under its own numbers. What another till left here
 * stays. Rejects with Fault or Offline.
 */
export async function pair(db: TillDb, clock: TillClock, code: string): Promise<void> {
  const keys = (await note(db, "pairing")) ?? (await newKeys());
  await writeNote(db, "pairing", keys);
  const asked = clock.now();
  const public_key = await publicHalf(keys);
  const body = { code, public_key, before: await wasBefore(db, public_key) };
  const paired = await call("POST", "/api/pos/pair", body, { toast: false, redirect: false });
  if (typeof paired.till !== "string" || typeof paired.receipt_key !== "string") throw new Offline("captive");
  const receiptKey = await readReceiptKey(paired.receipt_key);
  const { till, prefix, now } = paired;
  await db.transaction("rw", db.notes, db.facts, async () => {
    const before = await note(db, "identity");
    await writeNote(db, "identity", { till, prefix, key: keys.privateKey, receiptKey });
    if (before?.till === till) await requeueAcknowledged(db, 0);
    else await beginAnew(db, before);
    await db.notes.bulkDelete(["pairing", "revoked", "stopped", "unknown"]);
    await writeNote(db, "clock", measureOffset(clock, asked, now));
  });
}

/** The till that this tablet is or was, proved by its key. An identity that never received its terms has sold nothing. */
async function wasBefore(db: TillDb, publicKey: string) {
  const [identity, kept] = [await note(db, "identity"), await note(db, "terms")];
  if (!identity || !kept) return undefined;
  const { till, prefix } = identity;
  const { company_id } = kept.terms;
  const mark = await markOf(identity, ["pair", till, prefix, company_id, publicKey].join("\n"));
  return { till, prefix, company_id, mark };
}

/** Starts the receipt numbers of another till; the event sequence of this tablet continues. */
async function beginAnew(db: TillDb, before?: Identity): Promise<void> {
  await writeNote(db, "counters", { ...(await countersOf(db)), receipt: 0, had: 0 });
  await db.notes.bulkDelete(["terms", "shift", "cart"]);
  if (!before) return;
  await writeNote(db, "former", [...((await note(db, "former")) ?? []), before]);
  await db.facts
    .where("state")
    .anyOf(await unbooked(db))
    .and(({ till }) => till === before.till)
    .modify({ state: "left" });
}

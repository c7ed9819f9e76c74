// Handover marks that an operator makes at a door, perhaps offline: stored before they are shown, sent in order, and removed
// once the server has answered. The id is the idempotency key. A refused mark stays until a person has read the refusal.
import { ulid } from "ulid";
import { productionWords } from "#pwa/i18n/production";
import { type Db, type KeptMark, type RefusedMark, readValue, useDevice, writeValue } from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { HandoverEvent, Production } from "#pwa/offline/wire";
import { toasts } from "#pwa/ui/toast-store";

type MarkResult = { id: string; code: string; reason?: string };
const most = 100;

const open = (): Db => {
  const { db } = useDevice.getState();
  if (!db) throw new Error("this device keeps nothing");
  return db;
};

/**
 * Stores marks and sends them where there is a connection. "kept": stored here or accepted by the server; "refused": the
 * server refused one of them or the whole request, and a toast says so; "lost": they cannot be stored, and a toast says so.
 */
export async function mark(facts: Omit<HandoverEvent, "id" | "at">[]): Promise<"kept" | "refused" | "lost"> {
  const ids = new Set<string>();
  try {
    const db = open();
    const at = new Date(serverNow()).toISOString();
    await db.transaction("rw", db.facts, async () => {
      const days = Object.values((await readValue(db, "cooking"))?.dates ?? {});
      const kept = facts.map((one) => ({ ...one, id: ulid(), at, of: named(days, one) }));
      for (const { id } of kept) ids.add(id);
      await writeValue(db, "marks", [...((await readValue(db, "marks")) ?? []), ...kept]);
    });
  } catch {
    toasts.error(productionWords.notKept);
    return "lost";
  }
  const notRejected = await sendMarks();
  return notRejected && !(await refusedMarks()).some(({ id }) => ids.has(id)) ? "kept" : "refused";
}

/** The person and the meal of a mark, from the days that are known here. */
function named(days: Production[], { delivery, meal }: Pick<HandoverEvent, "delivery" | "meal">): KeptMark["of"] {
  for (const { date, places } of days)
    for (const { people } of places) {
      const lunch = people.find((one) => one.delivery === delivery);
      const item = lunch?.items.find((one) => one.meal === meal);
      if (lunch) return { date, person: lunch.person, name: item?.name ?? "" };
    }
  return undefined;
}

let sending: Promise<boolean> | null = null;
let again = false;

/**
 * Sends what waits. A call during a try starts another try after it, because the first may have begun offline. Without a
 * connection it ends quietly and what waits stays. False, with a toast, when the server rejects the whole request.
 */
export function sendMarks(): Promise<boolean> {
  again = true;
  sending ??= tries().finally(() => {
    sending = null;
  });
  return sending;
}

async function tries(): Promise<boolean> {
  let notRejected = true;
  while (again) {
    again = false;
    // A storage that is closed meanwhile still holds what waits.
    notRejected = await send().catch(() => true);
  }
  return notRejected;
}

async function send(): Promise<boolean> {
  const { db } = useDevice.getState();
  if (!db) return true;
  for (;;) {
    const marks = ((await readValue(db, "marks")) ?? []).slice(0, most);
    if (marks.length === 0) return true;
    const facts = marks.map(({ of: _, ...one }) => one);
    let results: MarkResult[];
    try {
      results = (await call("POST", "/api/kitchen/handovers", { facts }, { toast: false })).data;
    } catch (cause) {
      const notRejected =
        !(cause instanceof Fault) || cause.status === 401 || cause.status >= 500 || cause.status === 429;
      if (!notRejected) toasts.error(cause.message);
      return notRejected;
    }
    const refused = marks.flatMap((one) => {
      const { code, reason = "" } = results.find(({ id }) => id === one.id) ?? {};
      return code === "refused" ? [{ ...one, reason }] : [];
    });
    const answered = new Set(results.map(({ id }) => id));
    await db.transaction("rw", db.facts, async () => {
      const now = (await readValue(db, "marks")) ?? [];
      await writeValue(
        db,
        "marks",
        now.filter(({ id }) => !answered.has(id)),
      );
      if (refused.length > 0)
        await writeValue(db, "refused", [...((await readValue(db, "refused")) ?? []), ...refused]);
      await settle(db, facts, results);
    });
    const [first] = refused;
    if (first && refused.length === 1)
      toasts.error(`${first.of?.person ?? productionWords.somebody}: ${sayRefusal(first)}`);
    else if (first) toasts.error(productionWords.notTaken(refused.length));
    if (answered.size === 0) return true;
  }
}

/** Applies notRejected marks to the stored days, so that they show before the days are loaded again. */
async function settle(db: Db, facts: HandoverEvent[], results: MarkResult[]): Promise<void> {
  const cooking = await readValue(db, "cooking");
  if (!cooking) return;
  const taken = facts.filter(({ id }) => results.some((one) => one.id === id && one.code !== "refused"));
  for (const production of Object.values(cooking.dates)) apply(production, taken);
  await writeValue(db, "cooking", { ...cooking, taken: (cooking.taken ?? 0) + 1 });
}

/** Applies these marks to a day. */
export function apply(production: Production, marks: HandoverEvent[]): void {
  for (const place of production.places)
    for (const lunch of place.people)
      for (const one of marks.filter(({ delivery }) => delivery === lunch.delivery)) {
        if (one.kind === "delivered" || one.kind === "undone") lunch.handed = one.kind === "delivered";
        const item = lunch.items.find(({ meal }) => meal === one.meal);
        if (item && (one.kind === "missing" || one.kind === "failed"))
          item.short = Math.min(item.qty, item.short + one.qty);
      }
}

/** Why a mark was refused. */
export const sayRefusal = ({ reason }: RefusedMark): string => productionWords.refused[reason] ?? reason;

/** The refused marks that no one has dismissed. */
export async function refusedMarks(): Promise<RefusedMark[]> {
  const { db } = useDevice.getState();
  // A storage that does not answer must not block the caller.
  return (db && (await readValue(db, "refused").catch(() => undefined))) ?? [];
}

/** Removes refused marks that a person has read. */
export async function putAway(ids: string[]): Promise<void> {
  const { db } = useDevice.getState();
  await db?.transaction("rw", db.facts, async () => {
    const now = (await readValue(db, "refused")) ?? [];
    await writeValue(
      db,
      "refused",
      now.filter(({ id }) => !ids.includes(id)),
    );
  });
}

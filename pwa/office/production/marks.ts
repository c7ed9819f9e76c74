// What an operator marks at a door, perhaps without a connection: kept before it is shown, sent in its order, and let go of when the
// server has answered it. The id makes it happen once. What the server refuses stays until somebody has read that.
import { ulid } from "ulid";
import { productionWords } from "#pwa/i18n/production";
import { type Db, fact, type KeptMark, learn, type RefusedMark, useDevice } from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { HandoverFact, Production } from "#pwa/offline/wire";
import { toasts } from "#pwa/ui/toast-store";

type Said = { id: string; code: string; reason?: string };
const most = 100;

const open = (): Db => {
  const { db } = useDevice.getState();
  if (!db) throw new Error("this device keeps nothing");
  return db;
};

/**
 * Keeps marks and sends them where there is a connection. Answers what became of them: kept here or taken by the server; refused by it, at
 * least one of them, which was said; or lost, and said, when they cannot be kept.
 */
export async function mark(facts: Omit<HandoverFact, "id" | "at">[]): Promise<"kept" | "refused" | "lost"> {
  const ids = new Set<string>();
  try {
    const db = open();
    const at = new Date(serverNow()).toISOString();
    await db.transaction("rw", db.facts, async () => {
      const days = Object.values((await fact(db, "cooking"))?.dates ?? {});
      const kept = facts.map((one) => ({ ...one, id: ulid(), at, of: named(days, one) }));
      for (const { id } of kept) ids.add(id);
      await learn(db, "marks", [...((await fact(db, "marks")) ?? []), ...kept]);
    });
  } catch {
    toasts.error(productionWords.notKept);
    return "lost";
  }
  const heard = await sendMarks();
  return heard && !(await refusedMarks()).some(({ id }) => ids.has(id)) ? "kept" : "refused";
}

/** Whom a mark is about, and which meal, as the days say that are known here. */
function named(days: Production[], { delivery, meal }: Pick<HandoverFact, "delivery" | "meal">): KeptMark["of"] {
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
 * Sends what waits; who asks during a try has another one after it, since that one may have begun without a connection. It ends quietly
 * without one: what waits stays. False, and said, when the server would not hear of it at all.
 */
export function sendMarks(): Promise<boolean> {
  again = true;
  sending ??= tries().finally(() => {
    sending = null;
  });
  return sending;
}

async function tries(): Promise<boolean> {
  let heard = true;
  while (again) {
    again = false;
    // A storage that is closed meanwhile holds what waits all the same.
    heard = await send().catch(() => true);
  }
  return heard;
}

async function send(): Promise<boolean> {
  const { db } = useDevice.getState();
  if (!db) return true;
  for (;;) {
    const marks = ((await fact(db, "marks")) ?? []).slice(0, most);
    if (marks.length === 0) return true;
    const facts = marks.map(({ of: _, ...one }) => one);
    let said: Said[];
    try {
      said = (await call<{ data: Said[] }>("POST", "/api/kitchen/handovers", { facts }, { toast: false })).data;
    } catch (cause) {
      const heard = !(cause instanceof Fault) || cause.status === 401 || cause.status >= 500 || cause.status === 429;
      if (!heard) toasts.error(cause.message);
      return heard;
    }
    const refused = marks.flatMap((one) => {
      const { code, reason = "" } = said.find(({ id }) => id === one.id) ?? {};
      return code === "refused" ? [{ ...one, reason }] : [];
    });
    const answered = new Set(said.map(({ id }) => id));
    await db.transaction("rw", db.facts, async () => {
      const now = (await fact(db, "marks")) ?? [];
      await learn(
        db,
        "marks",
        now.filter(({ id }) => !answered.has(id)),
      );
      if (refused.length > 0) await learn(db, "refused", [...((await fact(db, "refused")) ?? []), ...refused]);
      await settle(db, facts, said);
    });
    const [first] = refused;
    if (first && refused.length === 1)
      toasts.error(`${first.of?.person ?? productionWords.somebody}: ${sayRefusal(first)}`);
    else if (first) toasts.error(productionWords.notTaken(refused.length));
    if (answered.size === 0) return true;
  }
}

/** What the server has taken is so from now on, also before it is asked again. */
async function settle(db: Db, facts: HandoverFact[], said: Said[]): Promise<void> {
  const cooking = await fact(db, "cooking");
  if (!cooking) return;
  const taken = facts.filter(({ id }) => said.some((one) => one.id === id && one.code !== "refused"));
  for (const production of Object.values(cooking.dates)) apply(production, taken);
  await learn(db, "cooking", { ...cooking, taken: (cooking.taken ?? 0) + 1 });
}

/** Shows a day as it is with these marks. */
export function apply(production: Production, marks: HandoverFact[]): void {
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

/** The marks that were refused and that nobody has put away. */
export async function refusedMarks(): Promise<RefusedMark[]> {
  const { db } = useDevice.getState();
  // A storage that does not answer keeps nobody from going on.
  return (db && (await fact(db, "refused").catch(() => undefined))) ?? [];
}

/** Puts refused marks away that somebody has read. */
export async function putAway(ids: string[]): Promise<void> {
  const { db } = useDevice.getState();
  await db?.transaction("rw", db.facts, async () => {
    const now = (await fact(db, "refused")) ?? [];
    await learn(
      db,
      "refused",
      now.filter(({ id }) => !ids.includes(id)),
    );
  });
}

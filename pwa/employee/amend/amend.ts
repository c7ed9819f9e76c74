// Changes an order. The person agrees to one preview of the server, and exactly that happens or nothing does. The
// idempotency key is stored before the request is sent, so that a change whose answer was lost can be sent again and
// happens once.
import { ulid } from "ulid";
import { type Db, ownerOf, type PendingAmendment, readValue, useDevice, writeValue } from "#pwa/offline/db";
import type { BodyOf } from "#pwa/offline/routes";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault, isFinal, Offline } from "#pwa/offline/server";
import { flush, syncNow } from "#pwa/offline/sync/start-sync";
import type {
  AmendAsk,
  AmendmentQuote,
  AmendmentRequest,
  AmendmentSaved,
  DiaryEntry,
  Underway,
} from "#pwa/offline/wire";
import type { CardSelection } from "#pwa/payment/card-choice";
import { submitForm } from "#pwa/payment/submit-form";
import { isUnreachable, waitAtMost } from "#pwa/payment/timeout";

export type AmendResult =
  | { outcome: "done"; order: string; amendment: string }
  /** The browser is leaving for the card page. */
  | { outcome: "card"; order: string; intent: string }
  | { outcome: "changed"; quote: AmendmentQuote }
  /** Already being paid, here or elsewhere. */
  | { outcome: "busy"; order: string; intent: string | null }
  | { outcome: "refused"; reason: string; message: string }
  | { outcome: "offline" }
  | { outcome: "unsent" };

const quiet = { toast: false };

/** The preview of a change. Rejects with Fault or Offline. */
export async function fetchAmendQuote({ order, days, wallet, refund }: AmendAsk): Promise<AmendmentQuote> {
  const { db } = useDevice.getState();
  const asked = { ...quiet, ...(db && { as: ownerOf(db) }) };
  return (await call("POST", "/api/amendment/quote", { order, days, wallet, refund }, asked)) as AmendmentQuote;
}

/** What happened to an order, day by day, newest first. Rejects with Fault or Offline. */
export async function fetchDiary(order: string): Promise<DiaryEntry[]> {
  const { db } = useDevice.getState();
  const asked = { ...quiet, data: true, ...(db && { as: ownerOf(db) }) } as const;
  return (await call("GET", `/api/orders/${encodeURIComponent(order)}/diary`, undefined, asked)) as DiaryEntry[];
}

/** Applies a preview, and leaves for the card page when something is due. Foreseeable failures are results, not rejections. */
export async function amend(ask: AmendAsk, seen: AmendmentQuote, selection: CardSelection = {}): Promise<AmendResult> {
  const { db } = useDevice.getState();
  if (!db) return { outcome: "unsent" };
  // The server clears exactly the drafts that it knows.
  if (!(await flush())) return isUnreachable() ? { outcome: "offline" } : { outcome: "unsent" };
  const meta = await db.meta.get("device");
  if (!meta) return { outcome: "unsent" };
  const { version: _, ...pending } = await pendingFor(db, ask, seen, seen.payable_amount > 0 ? selection : {});
  const request: AmendmentRequest = { dev: meta.dev, ...pending, seen };
  try {
    const body = request as BodyOf<"POST", "/api/amendment">;
    const placed = (await call("POST", "/api/amendment", body, { ...quiet, as: ownerOf(db) })) as AmendmentSaved;
    await db.facts.delete("amendment");
    return await follow(placed);
  } catch (cause) {
    if (cause instanceof Offline) return { outcome: "offline" };
    if (!(cause instanceof Fault)) throw cause;
    if (isFinal(cause)) await db.facts.delete("amendment");
    return refusal(cause);
  }
}

/** The change of this order that waits for an answer. */
export async function pendingOf(order: string): Promise<PendingAmendment | undefined> {
  const { db } = useDevice.getState();
  const known = db && (await readValue(db, "amendment"));
  return known?.order === order ? known : undefined;
}

/** Forgets the pending change, because its answer is known. */
export async function answered(): Promise<void> {
  await useDevice.getState().db?.facts.delete("amendment");
}

/** The change that waits for an answer, or a new one; stored before anything is sent. */
async function pendingFor(
  db: Db,
  ask: AmendAsk,
  seen: AmendmentQuote,
  selection: CardSelection,
): Promise<PendingAmendment> {
  const { order, days, wallet, refund } = ask;
  return db.transaction("rw", db.facts, db.base, async () => {
    const known = await readValue(db, "amendment");
    const what = JSON.stringify([order, seen.hash, days, wallet, refund, selection.card, selection.save_card]);
    if (
      known &&
      what ===
        JSON.stringify([known.order, known.quote, known.days, known.wallet, known.refund, known.card, known.save_card])
    )
      return known;
    const docs = await db.base.bulkGet(days.map(({ date }) => date));
    const revs = Object.fromEntries(docs.flatMap((doc) => (doc?.base != null ? [[doc.date, doc.rev]] : [])));
    const pending = {
      key: ulid(),
      quote: seen.hash,
      version: seen.version,
      order,
      days,
      wallet,
      refund,
      revs,
      ...selection,
    };
    await writeValue(db, "amendment", pending);
    return pending;
  });
}

async function follow({ order, amendment, intent, status, form }: AmendmentSaved): Promise<AmendResult> {
  if (intent && form) {
    // With the change on the device the order shows as being paid, also when the return from the card page is offline.
    await waitAtMost(800, syncNow());
    submitForm(form);
    return { outcome: "card", order, intent };
  }
  if (status === "Payment Pending") return { outcome: "busy", order, intent: intent ?? null };
  await waitAtMost(5000, syncNow());
  return { outcome: "done", order, amendment };
}

function refusal(fault: Fault): AmendResult {
  if (fault.reason === "amendment_changed" && fault.detail) {
    return { outcome: "changed", quote: (fault.detail as { quote: AmendmentQuote }).quote };
  }
  if (fault.reason === "already_being_paid" && fault.detail) {
    const { order, intent } = fault.detail as Underway;
    return { outcome: "busy", order, intent: intent ?? null };
  }
  return { outcome: "refused", reason: fault.reason ?? "unknown", message: sentenceFor(fault) };
}

// Turns a draft into an order. The person agrees to one quote of the server, and exactly that is ordered or nothing is. A
// hand-off whose answer was lost is sent again under the same idempotency key, so that it happens once.
import { ulid } from "ulid";
import { type Db, ownerOf, type PendingHandoff, readValue, useDevice, writeValue } from "#pwa/offline/db";
import type { BodyOf } from "#pwa/offline/routes";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault, isFinal, Offline } from "#pwa/offline/server";
import { flush, syncNow } from "#pwa/offline/sync/start-sync";
import type { Handoff, HandoffRequest, OrderStatus, QuoteChanged, Quoted, Underway } from "#pwa/offline/wire";
import type { CardSelection } from "#pwa/payment/card-choice";
import { submitForm } from "#pwa/payment/submit-form";
import { isUnreachable, waitAtMost } from "#pwa/payment/timeout";
import type { Difference, Quote } from "#pwa/rules/quote/quote";

export type HandOffResult =
  | { outcome: "confirmed"; order: string }
  /** The browser is leaving for the card page. */
  | { outcome: "card"; order: string; intent: string }
  | { outcome: "changed"; quote: Quote; differences: Difference[] }
  /** Already being paid, here or elsewhere. */
  | { outcome: "busy"; order: string; intent: string | null }
  | { outcome: "refused"; reason: string; message: string }
  | { outcome: "offline" }
  | { outcome: "unsent" };

const quiet = { toast: false };
const over: OrderStatus[] = ["Payment Failed", "Cancelled", "Refunded"];

/** The quotes since the app was opened, by their hashes: what the person may have agreed to. */
const shown = new Map<string, Quoted>();

/** The server's quote for the drafts of these dates. Sends unsent changes first. Rejects with Fault or Offline. */
export async function fetchQuote(dates: readonly string[], wallet: boolean): Promise<Quote> {
  const { db } = useDevice.getState();
  if (!(await flush())) throw isUnreachable() ? new Offline("network") : new Fault(409, { reason: "unsent_work" });
  const asked = { ...quiet, ...(db && { as: ownerOf(db) }) };
  const quoted = (await call("POST", "/api/quote", { dates: [...dates], wallet }, asked)) as Quoted;
  if (quoted.quote.hash) shown.set(quoted.quote.hash, quoted);
  return quoted.quote;
}

/** Orders what a quote said, and leaves for the card page when something is due. Foreseeable failures are outcomes, not rejections. */
export async function handOff(agreed: {
  dates: readonly string[];
  quoteHash: string;
  wallet: boolean;
  selection?: CardSelection;
}): Promise<HandOffResult> {
  const { db } = useDevice.getState();
  if (!db) return { outcome: "unsent" };
  if (!(await flush())) return isUnreachable() ? { outcome: "offline" } : { outcome: "unsent" };
  const meta = await db.meta.get("device");
  if (!meta) return { outcome: "unsent" };
  const send = async () => {
    const { key, quote, wallet, revs } = await pendingFor(db, agreed);
    const seen = shown.get(quote)?.quote;
    const request: HandoffRequest = {
      dev: meta.dev,
      n: meta.nextN - 1,
      revs,
      quote,
      ...(seen && { seen }),
      wallet,
      key,
      ...agreed.selection,
    };
    const body = request as BodyOf<"POST", "/api/handoff">;
    const placed = (await call("POST", "/api/handoff", body, { ...quiet, as: ownerOf(db) })) as Handoff;
    await db.facts.delete("handoff");
    return placed;
  };
  try {
    const placed = await send();
    // The order of a key whose answer was lost may be over by now, so that no payment is in progress: this is another try.
    return await follow(over.includes(placed.status) ? await send() : placed);
  } catch (cause) {
    if (cause instanceof Offline) return { outcome: "offline" };
    if (!(cause instanceof Fault)) throw cause;
    if (isFinal(cause)) await db.facts.delete("handoff");
    return refusal(cause);
  }
}

/** The hand-off that waits for an answer, or a new one; stored before anything is sent. */
async function pendingFor(
  db: Db,
  { dates, quoteHash, wallet }: { dates: readonly string[]; quoteHash: string; wallet: boolean },
): Promise<PendingHandoff> {
  return db.transaction("rw", db.facts, db.base, async () => {
    const known = await readValue(db, "handoff");
    const same =
      known?.quote === quoteHash &&
      known.wallet === wallet &&
      String(Object.keys(known.revs).sort()) === String([...dates].sort());
    if (known && same) return known;
    const docs = await db.base.bulkGet([...dates]);
    const here = Object.fromEntries(docs.flatMap((doc) => (doc ? [[doc.date, doc.rev]] : [])));
    // The revisions that the server said it had priced, not those that arrived here since.
    const revs = { ...here, ...shown.get(quoteHash)?.revs };
    const pending = { key: ulid(), quote: quoteHash, wallet, revs };
    await writeValue(db, "handoff", pending);
    return pending;
  });
}

async function follow({ order, intent, status, form }: Handoff): Promise<HandOffResult> {
  if (status === "Confirmed" || status === "Completed") {
    await waitAtMost(5000, syncNow());
    return { outcome: "confirmed", order };
  }
  if (intent && form) {
    // With the order on the device the day shows as being paid, also when the way back has no network.
    await waitAtMost(800, syncNow());
    submitForm(form);
    return { outcome: "card", order, intent };
  }
  return { outcome: "busy", order, intent: intent ?? null };
}

function refusal(fault: Fault): HandOffResult {
  if (fault.reason === "quote_changed" && fault.detail) {
    const { quote, differences } = fault.detail as QuoteChanged;
    return { outcome: "changed", quote, differences };
  }
  if (fault.reason === "already_being_paid" && fault.detail) {
    const { order, intent } = fault.detail as Underway;
    return { outcome: "busy", order, intent: intent ?? null };
  }
  return { outcome: "refused", reason: fault.reason ?? "unknown", message: sentenceFor(fault) };
}

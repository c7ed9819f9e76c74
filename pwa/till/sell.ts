import { maxAmount } from "#pwa/till/amount";
import { addToSums, takeFromSums, vatAt } from "#pwa/till/drawer";
import { type FailPoint, NotSaved, saving, withoutEmpty } from "#pwa/till/save-event";
import type { TillClock } from "#pwa/till/till-clock";
import type { Sale, SaleLine, TillDb, TillEvent } from "#pwa/till/till-db";

/** What is sold and how it was paid. `proof` is the buyer's code's, `id` what the buyer confirmed the sale under. Amounts are fils. */
export type ToSell = {
  id?: string;
  lines: SaleLine[];
  gross: number;
  cash: number;
  given: number;
  terminal: number;
  reference: string;
  account: number;
  proof: string;
  buyer: string;
  note: string;
};

/**
 * Sells: the event with its receipt number, the drawer's sums, and the empty cart are one transaction. Rejects with NotSaved
 * or with the storage's error, and then nothing was sold.
 */
export const sell = (db: TillDb, clock: TillClock, sold: ToSell, failPoint?: FailPoint): Promise<TillEvent> =>
  saving(
    db,
    clock,
    async ({ counters, shift, day, add }) => {
      if (!shift) throw new NotSaved("no_shift");
      const { proof } = sold;
      // The server checks this too; here it keeps a code from buying twice before the server can be reached.
      if (proof && (await usedHere(db, proof))) throw new NotSaved("code_used");
      const receipt = ++counters.receipt;
      const total = sold.lines.reduce((sum, { qty, price }) => sum + qty * price, 0);
      const { lines, gross, cash, given, terminal, reference, account, buyer } = sold;
      if (Math.max(cash, given, terminal, account) > maxAmount) throw new NotSaved("too_large");
      const sale: Sale = {
        receipt,
        shift: shift.id,
        day,
        lines,
        gross,
        total,
        cash,
        given,
        terminal,
        reference,
        account,
        buyer,
        note: sold.note,
        vat_rate: await vatAt(db, day),
        printed: false,
      };
      const fields = withoutEmpty({
        n: receipt,
        s: shift.id,
        l: lines.map(({ meal, qty, price }) => [meal, qty, price]),
        c: cash,
        g: given,
        t: terminal,
        r: reference,
        e: account,
        p: proof,
        m: sold.note,
      });
      const event = await add("sale/1", fields, {
        sale,
        ...(proof ? { proof } : {}),
        ...(sold.id ? { id: sold.id } : {}),
      });
      await db.shifts.put({ ...shift, sums: addToSums(shift.sums, sale) });
      if (import.meta.env.DEV) failPoint?.("sums");
      await db.notes.delete("cart");
      if (import.meta.env.DEV) failPoint?.("cart");
      return event;
    },
    failPoint,
  );

/** Whether a code has already bought at this till. */
const usedHere = async (db: TillDb, proof: string) => (await db.facts.where("proof").equals(proof).count()) > 0;

/**
 * Voids a sale of this till for a reason, also one whose own drawer was counted: the cash comes out of the open drawer.
 * Rejects with NotSaved when it cannot be voided here.
 */
export const voidSale = (
  db: TillDb,
  clock: TillClock,
  id: string,
  why: string,
  failPoint?: FailPoint,
): Promise<TillEvent> =>
  saving(
    db,
    clock,
    async ({ identity, shift, now, add }) => {
      const event = await saleOf(db, id);
      if (event.till !== identity.till) throw new NotSaved("unpaired");
      if (event.sale.voided) throw new NotSaved("voided");
      if (!shift) throw new NotSaved("no_shift");
      const done = await add("void/1", { o: id, s: shift.id, m: why }, { about: id });
      await db.facts.put({ ...event, sale: { ...event.sale, voided: { at: now, why } } });
      await db.shifts.put({ ...shift, sums: takeFromSums(shift.sums, event.sale) });
      if (import.meta.env.DEV) failPoint?.("sums");
      return done;
    },
    failPoint,
  );

/**
 * Notes that a receipt is printed. The first print belongs to the sale; each reprint is an event with a reason. False when it
 * was printed before and no reason is given: a second tap.
 */
export const notePrint = (db: TillDb, clock: TillClock, id: string, why = ""): Promise<boolean> =>
  saving(db, clock, async ({ add }) => {
    const event = await saleOf(db, id);
    if (!event.sale.printed) await db.facts.put({ ...event, sale: { ...event.sale, printed: true } });
    else if (why === "") return false;
    else await add("reprint/1", { o: id, m: why }, { about: id });
    return true;
  });

async function saleOf(db: TillDb, id: string): Promise<TillEvent & { sale: Sale }> {
  const event = await db.facts.where("id").equals(id).first();
  if (!event?.sale) throw new Error(`no sale ${id} on this till`);
  return event as TillEvent & { sale: Sale };
}

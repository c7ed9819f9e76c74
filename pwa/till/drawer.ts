import { firstVat, vatInside, vatOn } from "#pwa/rules/money";
import { vatIn } from "#pwa/till/bill";
import { type FailPoint, NotSaved, saving } from "#pwa/till/save-event";
import type { TillClock } from "#pwa/till/till-clock";
import { noSums, note, type Sale, type Shift, type Sums, type TillDb, writeNote } from "#pwa/till/till-db";

/** The sums with a sale. */
export const addToSums = (sums: Sums, sale: Sale): Sums => withSale(sums, sale, 1);

/** The sums without a voided sale; below zero where more was given back than taken. */
export const takeFromSums = (sums: Sums, sale: Sale): Sums => withSale(sums, sale, -1);

function withSale(sums: Sums, sale: Sale, sign: 1 | -1): Sums {
  const meals = { ...sums.meals };
  for (const { meal, name, name_ar, qty, price } of sale.lines) {
    const before = meals[meal] ?? { qty: 0, total: 0 };
    const after = { name, name_ar, qty: before.qty + sign * qty, total: before.total + sign * qty * price };
    if (after.qty === 0) delete meals[meal];
    else meals[meal] = after;
  }
  return {
    sales: sums.sales + sign,
    voids: sums.voids + (sign < 0 ? 1 : 0),
    total: sums.total + sign * sale.total,
    cash: sums.cash + sign * sale.cash,
    terminal: sums.terminal + sign * sale.terminal,
    account: sums.account + sign * sale.account,
    vat: vatOf(sums) + sign * vatIn(sale),
    ...rated(sums, sale.vat_rate),
    meals,
  };
}

/** The tax in a drawer's sums, fils. A drawer that an older app opened has no sum by lines: its total is taxed as a whole. */
export const vatOf = ({ vat, total }: Sums): number => vat ?? Math.sign(total) * vatInside(Math.abs(total), firstVat);

/** The rates in a drawer's sums with one more. */
const rated = ({ vat_rates = [] }: Sums, ...more: (number | undefined)[]) => ({
  vat_rates: [...new Set([...vat_rates, ...more.map((rate) => rate ?? firstVat)])],
});

/** The rate of what a till sells on a day, by its terms as they are stored. */
export const vatAt = async (db: TillDb, day: string): Promise<number> =>
  vatOn((await note(db, "terms"))?.terms.vat_rates, day);

/** The cash that must be in a drawer, fils. */
export const expectedIn = ({ float, sums }: Pick<Shift, "float" | "sums">): number => float + sums.cash;

/** The sums of several drawers of a day. */
export function sumsOf(shifts: Shift[]): Sums {
  const all = noSums();
  for (const { sums } of shifts) {
    all.vat = vatOf(all) + vatOf(sums);
    Object.assign(all, rated(all, ...(sums.vat_rates ?? [])));
    for (const name of ["sales", "voids", "total", "cash", "terminal", "account"] as const) all[name] += sums[name];
    for (const [id, { qty, total, ...names }] of Object.entries(sums.meals)) {
      const before = all.meals[id] ?? { qty: 0, total: 0 };
      all.meals[id] = { ...names, qty: before.qty + qty, total: before.total + total };
    }
  }
  return all;
}

/** Opens the drawer: the cashier's name, and the cash that is in it. One drawer is open at a time. */
export const openShift = (
  db: TillDb,
  clock: TillClock,
  who: string,
  float: number,
  failPoint?: FailPoint,
): Promise<Shift> =>
  saving(
    db,
    clock,
    async ({ identity, shift: open, now, day, add }) => {
      if (open) return open;
      const event = await add("open/1", { f: float, w: who });
      const sums = { ...noSums(), ...rated(noSums(), await vatAt(db, day)) };
      const shift: Shift = { id: event.id, till: identity.till, who, day, openedAt: now, float, sums };
      await db.shifts.add(shift);
      await writeNote(db, "shift", shift.id);
      if (import.meta.env.DEV) failPoint?.("shift");
      return shift;
    },
    failPoint,
  );

/** Closes the drawer with the counted cash. */
export const closeShift = (db: TillDb, clock: TillClock, counted: number, failPoint?: FailPoint): Promise<Shift> =>
  saving(
    db,
    clock,
    async ({ shift, now, add }) => {
      if (!shift) throw new NotSaved("no_shift");
      await add("close/1", { s: shift.id, f: counted });
      const closed: Shift = { ...shift, closedAt: now, counted };
      await db.shifts.put(closed);
      await db.notes.delete("shift");
      if (import.meta.env.DEV) failPoint?.("shift");
      return closed;
    },
    failPoint,
  );

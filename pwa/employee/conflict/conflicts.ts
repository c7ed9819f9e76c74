// Computes what changed since the person chose, day by day, each change with the answers that fit. These are pure
// functions that change nothing.
import type { Filters } from "#pwa/employee/choose/choices";
import { fittingMeals, type Swap } from "#pwa/employee/choose/fitting-meals";
import { type GoneCode, isGone, isShut, type ShutCode } from "#pwa/employee/conflict/conflict-codes";
import { moveTargets, type Target } from "#pwa/employee/conflict/move-targets";
import { mealOf } from "#pwa/menu/meals-on";
import type { OfferedWeek } from "#pwa/menu/use-offered";
import type { DraftDay } from "#pwa/offline/view";
import type { Live, Meal, MenuWeek } from "#pwa/offline/wire";
import { differences } from "#pwa/rules/quote/differences";
import type { Quote } from "#pwa/rules/quote/quote";
import { mondayOf } from "#pwa/rules/week/date";

export type Chosen = { id: string; qty: number; meal?: Meal };

/** One thing to say yes or no to. Amounts are fils. */
export type Matter =
  | ({ kind: "gone"; code: GoneCode; left: number; swaps: Swap[] } & Chosen)
  | ({ kind: "price"; from: number; to: number; swaps: Swap[] } & Chosen)
  /** What this person pays for the day, because the plan or the company's share changed. */
  | { kind: "plan"; from: number; to: number }
  | { kind: "shut"; code: ShutCode; items: Chosen[]; targets: Target[] }
  | { kind: "versions"; day: DraftDay }
  /** Only to be known: what a meal's portions, or the wallet, were and are. */
  | ({ kind: "notice"; code: "added" | "removed" | "quantity" | "wallet"; from: number; to: number } & Partial<Chosen>);

/** Everything of one date; "" for what belongs to the whole week. */
export type Conflict = {
  date: string;
  matters: Matter[];
  /** How many different meals the day holds. */
  meals: number;
};

export type Known = {
  days: readonly DraftDay[];
  /** What they cost now. */
  quote: Quote;
  /** Whether the quote is the server's. An estimate does not judge what is merely not on this phone. */
  exact: boolean;
  /** What the person saw them cost, and the dates of which they have said yes to what is different. */
  before?: Quote;
  agreed?: readonly string[];
  menus: Readonly<Record<string, MenuWeek>>;
  /** A meal as it was chosen, also when it has left the menu. */
  seenMeal: (date: string, id: string) => Meal | undefined;
  offered: readonly OfferedWeek[];
  /** Dates of all weeks that hold a choice. */
  filled: readonly string[];
  live: Live;
  filters: Filters;
};

const noticeCodes: readonly string[] = ["added", "removed", "quantity", "wallet"];

export function conflictsOf(known: Known): Conflict[] {
  const found = new Map<string, Matter[]>();
  const add = (date: string, matter: Matter) => found.set(date, [...(found.get(date) ?? []), matter]);
  const open = new Set<string>();
  const filled = [...known.filled];
  for (const day of known.days) {
    if (day.alternatives.length === 0) continue;
    // The rest of such a day is judged when it is clear what it holds.
    open.add(day.date);
    add(day.date, { kind: "versions", day });
  }
  for (const issue of known.quote.issues) {
    const { code, date = "", to = 0 } = issue;
    if (open.has(date) || (code === "menu_missing" && !known.exact)) continue;
    // The draft may be ahead of its quote: what was taken out of it is no matter any more.
    if (!holds(known, date, issue.meal)) continue;
    if (isGone(code)) add(date, goneMatter(known, date, issue.meal ?? "", code, to));
    else if (isShut(code)) {
      const matter = shutMatter({ ...known, filled }, date, code);
      // Two lunches are not led to the same day.
      if (matter.targets[0]) filled.push(matter.targets[0].date);
      add(date, matter);
    }
  }
  for (const change of changesOf(known)) {
    const { code, date = "", meal: id = "", from = 0, to = 0 } = change;
    const had = found.get(date) ?? [];
    if (open.has(date) || had.some(({ kind }) => kind === "shut")) continue;
    if (code !== "removed" && date && !holds(known, date, id || undefined)) continue;
    if (code === "price")
      add(date, { kind: "price", ...chosen(known, date, id), from, to, swaps: swapsFor(known, date, id) });
    else if (noticeCodes.includes(code)) {
      const what = id ? chosen(known, date, id) : {};
      add(date, { kind: "notice", code: code as "added", ...what, from, to });
    } else if ((code === "discount" || code === "share") && had.length === 0) {
      add(date, { kind: "plan", ...pays(known, date) });
    }
  }
  return [...found]
    .map(([date, matters]) => ({ date, matters, meals: itemsOn(known, date).length }))
    .sort((a, b) => ((a.date || "~") < (b.date || "~") ? -1 : 1));
}

/** Prices first: what a plan changes on such a day is part of them. */
function changesOf({ before, quote, agreed }: Known) {
  if (!before) return [];
  const missing = new Set(before.issues.filter(({ code }) => code === "menu_missing").map(({ date }) => date));
  return differences(before, quote)
    .filter(({ date = "" }) => !missing.has(date) && !agreed?.includes(date))
    .sort((a, b) => Number(b.code === "price") - Number(a.code === "price"));
}

const itemsOn = ({ days }: Known, date: string) => days.find((day) => day.date === date)?.items ?? [];

const holds = (known: Known, date: string, id?: string) =>
  itemsOn(known, date).some((item) => id === undefined || item.meal === id);

function pays({ before, quote }: Known, date: string): { from: number; to: number } {
  const of = (one?: Quote) => one?.days.find((day) => day.date === date)?.employee_share ?? 0;
  return { from: of(before), to: of(quote) };
}

function chosen(known: Known, date: string, id: string): Chosen {
  const menu = known.menus[mondayOf(date)];
  const qty = itemsOn(known, date).find((item) => item.meal === id)?.qty ?? 1;
  const meal = (menu && mealOf(menu, id)) ?? known.seenMeal(date, id);
  return { id, qty, ...(meal && { meal }) };
}

function swapsFor(known: Known, date: string, id: string): Swap[] {
  const menu = known.menus[mondayOf(date)];
  if (!menu) return [];
  const { meal, qty } = chosen(known, date, id);
  const old = known.seenMeal(date, id) ?? meal;
  const taken = itemsOn(known, date).map((item) => item.meal);
  return fittingMeals({ menu, date, old, qty, taken, filters: known.filters, left: known.live.portions[date] ?? {} });
}

function goneMatter(known: Known, date: string, id: string, code: GoneCode, left: number): Matter {
  return { kind: "gone", code, left, ...chosen(known, date, id), swaps: swapsFor(known, date, id) };
}

function shutMatter(known: Known, date: string, code: ShutCode): Extract<Matter, { kind: "shut" }> {
  const items = itemsOn(known, date);
  const targets = moveTargets({
    ...known,
    date,
    items,
    mealOf: (id) => chosen(known, date, id).meal,
  });
  return { kind: "shut", code, items: items.map(({ meal }) => chosen(known, date, meal)), targets };
}

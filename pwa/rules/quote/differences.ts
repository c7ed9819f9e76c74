import type { Difference, DifferenceCode, Issue, Quote, QuoteLine } from "#pwa/rules/quote/quote";

/**
 * Lists line by line what changed between the quote that was seen and the fresh one. Quotes with different hashes always
 * differ in something here.
 */
export function differences(seen: Quote, fresh: Quote): Difference[] {
  const found: Difference[] = fresh.issues.filter((issue) => !seen.issues.some((known) => same(known, issue)));
  const changed = (code: DifferenceCode, where: { date?: string; meal?: string }, from: number, to: number) => {
    if (from !== to) found.push({ code, ...where, from, to });
  };
  const before = linesOf(seen);
  const after = linesOf(fresh);
  for (const [key, { date, line: old }] of before) {
    const where = { date, meal: old.meal };
    const now = after.get(key)?.line;
    if (now) {
      changed("quantity", where, old.qty, now.qty);
      changed("price", where, old.price, now.price);
      if (old.price === now.price) changed("discount", where, old.discounted, now.discounted);
    } else if (!explained(fresh.issues, date, old.meal)) {
      found.push({ code: "removed", ...where, from: old.total, to: 0 });
    }
  }
  for (const [key, { date, line }] of after) {
    if (!before.has(key)) found.push({ code: "added", date, meal: line.meal, from: 0, to: line.total });
  }
  const shares = new Map(seen.days.map((d) => [d.date, d.company_share]));
  for (const { date, company_share } of fresh.days) {
    changed("share", { date }, shares.get(date) ?? 0, company_share);
    shares.delete(date);
  }
  for (const [date, share] of shares) changed("share", { date }, share, 0);
  changed("wallet", {}, seen.wallet_amount, fresh.wallet_amount);
  changed("payable", {}, seen.payable_amount, fresh.payable_amount);
  return found;
}

/** Whether an issue already tells why a line is gone. */
function explained(issues: readonly Issue[], date: string, meal: string): boolean {
  return issues.some(
    (i) => i.date === date && (i.meal ? i.meal === meal : i.code !== "too_few_meals" && i.code !== "two_weeks"),
  );
}

function same(a: Issue, b: Issue): boolean {
  return a.code === b.code && a.date === b.date && a.meal === b.meal && a.from === b.from && a.to === b.to;
}

function linesOf(q: Quote): Map<string, { date: string; line: QuoteLine }> {
  return new Map(
    q.days.flatMap(({ date, items }) => items.map((line) => [`${date} ${line.meal}`, { date, line }] as const)),
  );
}

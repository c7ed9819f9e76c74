import type { Quote } from "#pwa/rules/quote/quote";

/**
 * Returns the canonical bytes over which a quote's hash is computed: JSON with sorted keys, integers, no space, no clock,
 * days by date and lines by meal, without empty days. The server writes the same bytes.
 */
export function canonicalQuote(q: Quote): string {
  const days = q.days.filter((d) => d.items.length > 0);
  return JSON.stringify({
    company_share: q.company_share,
    days: days.map((d) => ({
      company_share: d.company_share,
      date: d.date,
      employee_share: d.employee_share,
      items: d.items
        .map(({ discounted, meal, price, qty, total }) => ({ discounted, meal, price, qty, total }))
        .sort((a, b) => (a.meal < b.meal ? -1 : 1)),
      net_amount: d.net_amount,
    })),
    discount: q.discount,
    employee_share: q.employee_share,
    gross_amount: q.gross_amount,
    net_amount: q.net_amount,
    payable_amount: q.payable_amount,
    vat_amount: q.vat_amount,
    wallet_amount: q.wallet_amount,
  });
}

/** The SHA-256 of the canonical bytes in lower-case hex: what the person agrees to, in one word. */
export async function quoteHash(q: Quote): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalQuote(q)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

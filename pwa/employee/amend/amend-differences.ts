import type { AmendmentQuote, DayState } from "#pwa/offline/wire";

/** One thing that differs from what was shown. Amounts are fils, other numbers counts. */
export type AmendDifference = {
  what: "order" | "price" | "gone" | "place" | "share" | "difference" | "now" | "wallet" | "back" | "card";
  date?: string;
  name?: string;
  from: number;
  to: number;
};

const nothing: DayState = {
  address_id: "",
  items: [],
  gross_amount: 0,
  discount: 0,
  net_amount: 0,
  company_share: 0,
  employee_share: 0,
  share_before: 0,
};

/** What became different between two previews of the same change, the days first and the money last. */
export function amendDifferences(seen: AmendmentQuote, now: AmendmentQuote): AmendDifference[] {
  const found: AmendDifference[] = [];
  const add = (one: AmendDifference) => one.from !== one.to && found.push(one);
  add({ what: "order", from: seen.version, to: now.version });
  const dates = [...new Set([...seen.days, ...now.days].map(({ date }) => date))].sort();
  for (const date of dates) {
    const was = seen.days.find((day) => day.date === date)?.after ?? nothing;
    const is = now.days.find((day) => day.date === date)?.after ?? nothing;
    for (const line of was.items) {
      const same = is.items.find(({ meal }) => meal === line.meal);
      if (!same) add({ what: "gone", date, name: line.name, from: line.qty, to: 0 });
      else add({ what: "price", date, name: line.name, from: line.discounted, to: same.discounted });
    }
    if (was.items.length > 0 && is.items.length > 0 && was.address_id !== is.address_id)
      add({ what: "place", date, from: 0, to: 1 });
    add({ what: "share", date, from: was.company_share, to: is.company_share });
  }
  add({ what: "difference", from: seen.difference, to: now.difference });
  add({ what: "wallet", from: seen.wallet_amount, to: now.wallet_amount });
  add({ what: "now", from: seen.payable_amount, to: now.payable_amount });
  add({ what: "back", from: seen.refund_wallet, to: now.refund_wallet });
  add({ what: "card", from: seen.refund_card, to: now.refund_card });
  return found;
}

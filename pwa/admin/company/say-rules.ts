import { formatAed } from "#pwa/i18n/amounts";
import { payingWords } from "#pwa/i18n/company";
import type { ShareRules } from "#pwa/offline/wire";

/** The rules in one sentence. */
export function sayRules({ share_type, share_value, share_cap, share_duration }: ShareRules): string {
  if (share_value === 0) return payingWords.employees;
  const flat = share_type === "Flat";
  if (!flat && share_value === 100 && share_cap === null) return payingWords.company;
  const part = flat ? payingWords.flat(formatAed(share_value)) : payingWords.percent(share_value);
  if (share_cap === null) return payingWords.uncapped(part);
  return payingWords.capped(part, formatAed(share_cap), payingWords.per[share_duration] ?? "");
}

import { moneyWords } from "#pwa/i18n/money";
import type { Quote } from "#pwa/rules/quote/quote";
import type { Part } from "#pwa/ui/split-bar";

/** A quote as the parts of a bar: who covers what. */
export const splitOf = (quote: Quote): Part[] => [
  { kind: "discount", label: moneyWords.discountWord, fils: quote.discount },
  { kind: "company", label: moneyWords.company, fils: quote.company_share },
  { kind: "wallet", label: moneyWords.walletWord, fils: quote.wallet_amount },
  { kind: "you", label: moneyWords.you, fils: quote.payable_amount },
];

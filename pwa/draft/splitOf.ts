import type { Quote } from "#pwa/quote/quote";
import type { Part } from "#pwa/ui/SplitBar";
import { checkoutWords } from "#pwa/words/checkout";

/** A quote as the parts of a bar: who covers what. */
export const splitOf = (quote: Quote): Part[] => [
  { kind: "discount", label: checkoutWords.discountWord, fils: quote.discount },
  { kind: "company", label: checkoutWords.company, fils: quote.company_share },
  { kind: "wallet", label: checkoutWords.walletWord, fils: quote.wallet_amount },
  { kind: "you", label: checkoutWords.you, fils: quote.payable_amount },
];

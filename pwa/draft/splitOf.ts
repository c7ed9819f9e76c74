import type { Quote } from "#pwa/quote/quote";
import type { Part } from "#pwa/ui/SplitBar";
import { words } from "#pwa/words";

/** A quote as the parts of a bar: who covers what. */
export const splitOf = (quote: Quote): Part[] => [
  { kind: "discount", label: words.checkout.discountWord, fils: quote.discount },
  { kind: "company", label: words.checkout.company, fils: quote.company_share },
  { kind: "wallet", label: words.checkout.walletWord, fils: quote.wallet_amount },
  { kind: "you", label: words.checkout.you, fils: quote.payable_amount },
];

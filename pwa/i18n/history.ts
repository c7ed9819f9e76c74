import { count, list } from "#pwa/i18n/say";

/** What can be read and done about one order. */
export const historyWords = {
  toWallet: "Back to your wallet",
  givenBack: "Given back",
  change: (day: string) => `Change ${day}`,
  changeIt: "Change",
  cancelDay: (day: string) => `Cancel ${day}`,
  cancelIt: "Cancel",
  proposal: "A change waits here. It is not saved yet.",
  review: "Review the change",
  changeOrder: "Change the order",
  cancelOrder: "Cancel the order",
  again: "Order this week again",
  againText: (week: string) => `For ${week}`,
  back: "Order it again",
  backText: (days: string[]) => `The same for ${list(days)}, at the menu’s price now`,
  amendments: "Changes of this order",
  amendment: (when: string) => `Change of ${when}`,
  paidMore: (amount: string) => `${amount} more`,
  gotBack: (amount: string) => `${amount} back`,
  samePrice: "Same price",
  withdrawn: "By our kitchen",
  status: {
    Confirmed: "Saved",
    "Payment Pending": "Waiting for payment",
    "Payment Failed": "Not paid",
    Cancelled: "Paid too late",
    Refunded: "Money sent back",
  } as Record<string, string>,
  diary: "What happened to it",
  diaryOpen: "Show what happened",
  diaryOffline: "The diary needs a connection.",
  diaryNone: "Nothing yet.",
  what: {
    ordered: "Ordered",
    changed: "Changed",
    cancelled: "Cancelled",
    restored: "Put back",
    withdrawn: "A meal was not to be had",
    missing: "Missing",
    failed: "Not as it should be",
    "order cancelled": "Order cancelled",
    "payment failed": "A change was not paid",
    "paid too late": "A change was paid too late. The money goes back to your card",
  } as Record<string, string>,
  you: "You",
  kitchen: "Our team",
  system: "By itself",
  thisPhone: "this device",
  otherPhone: "another device",
  at: (who: string, when: string) => `${who}, ${when}`,
  nothing: "no lunch",
  sameLunch: "The same lunch. Your company’s share was counted anew.",
  place: (from: string | undefined, to: string) => (from ? `${from} → ${to}` : `To ${to}`),
  into: (before: string, after: string) => `${before} → ${after}`,
  refundTo: { wallet: "to your wallet", card: "to your card" } as Record<string, string>,
  backTo: (amount: string, where: string) => `${amount} back ${where}`,
  undo: "Undo",
  undoOf: (what: string, day: string) => `Undo: ${what}, ${day}`,
  repeated: {
    title: (week: string) => `Repeat ${week}?`,
    fresh: (n: number, all: number) => `${n} of ${all} ${n === 1 ? "is" : "are"} new`,
    isNew: "new",
    review: "Repeat and review",
    swapped: (old: string, day: string, now: string) =>
      `${old} cannot be had on ${day}. We picked ${now}, close in price and protein.`,
    brings: (allergens: string[]) => `It contains or may contain ${list(allergens)}.`,
    none: (old: string, day: string) =>
      `${old} cannot be had on ${day} and nothing comes close, so ${day} stays empty.`,
    unfit: {
      swapped: (old: string, day: string, now: string) =>
        `${old} does not fit what you eat and avoid. For ${day} we picked ${now}, close in price and protein.`,
      none: (old: string, day: string) =>
        `${old} does not fit what you eat and avoid, and nothing comes close, so ${day} stays empty.`,
    },
    pays: (days: number) => `You pay for ${count(days, "day", "days")}`,
    company: "Company pays",
    short: (least: number) => `A week needs ${count(least, "day", "days")}: you choose the rest at checkout.`,
    nowhere: "Every week on offer is ordered, chosen or closed.",
  },
};

/** A purchase at a counter among the orders. */
export const purchaseWords = {
  at: (place: string, company: string) => (place === company ? place : `${place}, ${company}`),
  paid: "Paid",
  undone: "Undone",
  undoneAt: (when: string) => `Undone ${when}. What it took from you and your company is back.`,
  portions: (qty: number) => count(qty, "meal", "meals"),
  unnamed: "A meal that was not on the menu",
  lines: "What you bought",
  yours: "Your part",
  total: "Price",
  vat: (amount: string, rate: string) => `Prices include ${rate} VAT. Here it is ${amount}.`,
  rounding: "More than the lines",
  cash: "In cash",
  terminal: "By card at the counter",
  owed: "Owed, from the next money in your wallet",
  receipt: "Receipt",
  when: "Bought",
  till: "Till",
  reported: "Reported",
  notMe: "This was not me",
  notMeText: "Was somebody else paying with your code? Say so, and we look at it.",
  disputes: {
    open: "You told us that this was not you. Your code was blocked, and our support looks at it. We write to you.",
    reversed: "You told us that this was not you. It is taken back, and nobody pays for it.",
    rejected: "You told us that this was not you. Our support looked at it and left it as it is: see our letter.",
  } as Record<string, string>,
  older: "Show older purchases at the counter",
  offline: "Older purchases at the counter need a connection.",
  failed: "Purchases at the counter could not be loaded.",
};

/** What a report does, said before it is made; in the app, and on the page of the mailed link. */
export const notMeWords = {
  title: "This was not me",
  sheet: "Report this purchase?",
  about: (amount: string, till: string, place: string, when: string) => `${amount} at ${till}, ${place}, ${when}.`,
  will: "If you report it:",
  steps: [
    "Your code is blocked at once. No till takes it, also not one that somebody photographed. You make a new one whenever you like.",
    "Your company’s admin is told that somebody reported a purchase: not that it was you, and not what was bought.",
    "Our support looks at it. If it was not yours, wallet and company share are as they were before it.",
  ],
  go: "Block my code and report it",
  mine: "It was me",
  mineText: "Then there is nothing to do. You can close this page.",
  done: "Reported. Your code is blocked, and we look at it.",
  doneText: "We write to you as soon as it is decided. To pay at a counter again, make a new code in the app.",
  code: "Make a new code",
  orders: "See my orders",
  states: {
    open: "This purchase is reported. Your code was blocked then, and our support looks at it.",
    reversed: "This purchase was reported and is taken back.",
    rejected: "This purchase was reported. Our support looked at it and left it as it is.",
  } as Record<string, string>,
  undone: "The till has undone this purchase already, and its money is back. You can still report it.",
  noToken: "Open the link in our letter again: a part of it is missing.",
  asking: "Looking for the purchase",
  failed: "The purchase could not be loaded",
  offline: "It needs a connection.",
};

/** The newest purchase, told on the first page. */
export const boughtWords = {
  title: (amount: string, place: string) => `${amount} paid at ${place}`,
  text: (when: string) => `With your code, ${when}. Was that you?`,
  look: "Look",
  seen: "It was me",
};

/** The documents of what a person paid themselves. */
export const taxDocumentWords = {
  title: "Tax invoices",
  kinds: { invoice: "Tax invoice", credit: "Credit note" } as Record<string, string>,
  of: (day: string, amount: string) => `${day}, ${amount}`,
  pdf: "PDF",
  save: (what: string, number: string) => `${what} ${number} as PDF`,
  offline: "Your tax invoice needs a connection.",
};

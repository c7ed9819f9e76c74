import { count } from "#pwa/i18n/say";

/** The journals of the lunch company's books, by month. */
export const accountingWords = {
  title: "Accounting",
  text: "A journal of each month for your bookkeeping. It balances to the fils, and all months together are the ledger.",
  format: "File for",
  formats: { xlsx: "Excel", csv: "CSV", xero: "Xero", zoho: "Zoho Books", odoo: "Odoo" } as Record<string, string>,
  months: "Months",
  earlier: (n: number) => count(n, "earlier month", "earlier months"),
  none: "No postings yet",
  noneText: "The first sale begins the first month.",
  open: "Open",
  closed: "Closed",
  by: (name: string, day: string) => `by ${name}, ${day}`,
  download: "Download",
  downloadOf: (month: string) => `Download the journal of ${month}`,
  failed: "The file did not arrive.",
  close: "Close month",
  closeTitle: (month: string) => `Close ${month}?`,
  closeText:
    "Its journal stays as it is from now on and cannot be opened again. What a till sends late, or what is undone later, is corrected " +
    "in the next month.",
  closing: (month: string) => `${month} is closed`,
  accounts: "Your accounts",
  accountsText:
    "The code and name that each of our accounts has in your books. Xero and Odoo find accounts by code, Zoho Books by name.",
  kinds: {
    cash: "Cash at counters",
    bank: "Bank transfers",
    card: "Card payments in the app",
    terminal: "Card terminals at counters",
    company: "What companies owe",
    receivable: "What people owe",
    wallet: "Money in wallets",
    vat: "Output VAT",
    sales: "Sales, net of VAT",
    operator: "Goodwill and missing meals",
  } as Record<string, string>,
  code: "Code",
  name: "Name",
  missing: "Please fill this in.",
  saved: "Accounts saved",
};

import { count } from "#pwa/i18n/say";

/** The parts of a sum: discounts, and who pays what. */
export const moneyWords = {
  lunches: (n: number) => count(n, "lunch", "lunches"),
  discount: "Plan discount",
  companyShare: "Company share",
  youPay: "You pay",
  percent: (n: number) => `${n}%`,
  flatDiscount: (amount: string) => `${amount} a meal`,
  shareADay: (amount: string) => `${amount} a day`,
  sharePercent: (n: number) => `${n}% of each day`,
  shareCap: (amount: string, per: string) => `up to ${amount} a ${per}`,
  per: { Daily: "day", Weekly: "week", Monthly: "month" } as Record<string, string>,
  company: "Company",
  discountWord: "Discount",
  walletWord: "Wallet",
  you: "You",
};

import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/money";

/** The parts of a sum: discounts, and who pays what. */
export const moneyWords: typeof English.moneyWords = {
  lunches: (n) =>
    plural(n, {
      one: "وجبة غداء واحدة",
      two: "وجبتا غداء",
      few: "# وجبات غداء",
      other: "# وجبة غداء",
    }),
  discount: "خصم الباقة",
  companyShare: "مساهمة الشركة",
  youPay: "المستحق عليك",
  percent: (n) => `\u2066${n}%\u2069`,
  flatDiscount: (amount) => `${amount} لكل وجبة`,
  shareADay: (amount) => `${amount} في اليوم`,
  sharePercent: (n) => `\u2066${n}%\u2069 من كل يوم`,
  shareCap: (amount, per) => `بحد أقصى ${amount} في ${per}`,
  per: { Daily: "اليوم", Weekly: "الأسبوع", Monthly: "الشهر" },
  company: "الشركة",
  discountWord: "الخصم",
  walletWord: "المحفظة",
  you: "أنت",
};

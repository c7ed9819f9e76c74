import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/rules";

const persons = { one: "شخص واحد", two: "شخصين", few: "# أشخاص", many: "# شخصًا", other: "# شخص" };

/** What is wrong with something that was typed. */
export const rulesWords: typeof English.rulesWords = {
  missing: "هذا مطلوب.",
  tooLong: "النص أطول من المسموح.",
  email: "يُرجى إدخال بريد إلكتروني كامل، مثل \u2066name@company.com\u2069.",
  mobile: "يُرجى إدخال رقم هاتف كامل، مثل \u206650 123 4567\u2069 أو \u2066+44 20 7946 0958\u2069.",
  passwordShort: "10 أحرف على الأقل.",
  passwordEmail: "من السهل تخمين بريدك الإلكتروني.",
  code: "يُرجى إدخال الأرقام الستة كلها.",
  area: "يُرجى اختيار منطقة.",
  trn: "رقم التسجيل الضريبي مؤلف من 15 رقمًا.",
  people: "يُرجى إدخال عدد من 1 إلى 100,000.",
  domain: (domain) => `«\u2068${domain}\u2069» ليس نطاقًا. يُكتب بهذا الشكل: \u2066company.com\u2069.`,
  publicDomain: (domain) => `يمكن لأي شخص امتلاك عنوان على \u2068${domain}\u2069. يُرجى استخدام نطاق خاص بكم.`,
  domains: "خمسة نطاقات هي الحد الأقصى.",
  percent: "يُرجى إدخال عدد من 1 إلى 100.",
  amount: "يُرجى إدخال مبلغ من 1 إلى 1,000.",
  cap: "يُرجى إدخال مبلغ لا يقل عن 1، أو ترك الحقل فارغًا.",
  plan: (people) => `تبدأ هذه الباقة من ${plural(people, persons)}.`,
};

import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/form";

/** What every form says. */
export const formWords: typeof English.formWords = {
  optional: (label) => `${label} (اختياري)`,
  check: (n) =>
    plural(n, {
      one: "إجابة واحدة تحتاج إلى مراجعة.",
      two: "إجابتان تحتاجان إلى مراجعة.",
      few: "# إجابات تحتاج إلى مراجعة.",
      other: "# إجابة تحتاج إلى مراجعة.",
    }),
  offline: "لا اتصال بالإنترنت. ما كتبته محفوظ هنا، ويمكن إرساله عند عودة الاتصال.",
  notReached: "تعذّر الوصول إلى المطبخ. ما كتبته محفوظ هنا، ويُرجى إعادة المحاولة.",
  wait: (time) => `محاولات كثيرة. يمكن إعادة المحاولة ${time}.`,
  name: "الاسم الكامل",
  email: "البريد الإلكتروني",
  workEmail: "بريد العمل الإلكتروني",
  mobile: "رقم الجوال",
  mobileHelp: "ليتمكن السائق من التواصل معك. بلا رمز دولة نعتمد \u2066+971\u2069.",
  choose: "اختيار…",
  save: "حفظ",
  cancel: "إلغاء",
  edit: "تعديل",
  newPassword: "كلمة مرور جديدة",
  passwordHelp: "10 أحرف على الأقل. بضع كلمات معًا يسهل تذكّرها.",
  showPassword: "إظهار كلمة المرور",
  hidePassword: "إخفاء كلمة المرور",
};

/** When something may be tried again. */
export const whenWords: typeof English.whenWords = {
  within: (clock) => `بعد ${clock}`,
  at: (clock) => `الساعة ${clock}`,
  on: (day, clock) => `يوم ${day} الساعة ${clock}`,
};

const names = ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة"];

/** Weekdays in rising order, Monday is 1: "الاثنين–الخميس", or "الاثنين، الأربعاء" where some between are missing. */
function sayDays(days: readonly number[]) {
  const said = days.map((n) => names[n - 1] ?? "");
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  return days.length > 2 && last - first === days.length - 1 ? `${said[0]}–${said.at(-1)}` : said.join("، ");
}

export const addressWords: typeof English.addressWords = {
  label: "اسم هذا الموقع",
  labelHelp: "الاسم الذي تعرفه به: المنزل، المكتب الرئيسي، المستودع 4.",
  line: "العنوان",
  lineHelp: "الشارع والمبنى والطابق ورقم الوحدة.",
  area: "المنطقة",
  areaHelp: "لكل منطقة فترة توصيل خاصة بها.",
  areaOption: ({ area, area_ar, from, until, weekdays, ramadan_only }) =>
    `${area_ar || `\u2068${area}\u2069`}، \u2066${from}–${until}\u2069${weekdays && weekdays.length < 5 ? ` · ${sayDays(weekdays)}` : ""}` +
    (ramadan_only ? " · في رمضان فقط" : ""),
  areasMissing: "تظهر قائمة المناطق عند الاتصال بالإنترنت.",
  areasWaiting: "جارٍ تحميل المناطق…",
  suggestions: "اقتراحات",
  suggestionsFound: (n) =>
    plural(n, { one: "اقتراح واحد", two: "اقتراحان", few: "# اقتراحات", many: "# اقتراحًا", other: "# اقتراح" }),
};

import { list, plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/diet";
import { foodName } from "#pwa/i18n/food";

export const dietWords: typeof English.dietWords = {
  title: "النظام الغذائي ومسببات الحساسية",
  text: "نستبعد ما لا يناسبك وننبّهك إلى ما قد لا يناسبك. لا يرى هذا غيرك، إلا إذا اخترت طباعته على علبك.",
  eats: "نظامك الغذائي",
  avoids: "ما تتجنبه",
  anything: "كل شيء",
  nothing: "لا شيء",
  label: "طباعة ما أتجنبه على علبي",
  labelHelp: "يمكن للمطبخ ولكل من يرى العلبة قراءته.",
  labelled: "على علبك",
  printed: (on) => (on ? "مطبوع" : "غير مطبوع"),
  edit: "تعديل نظامك الغذائي ومسببات الحساسية",
  allergy: "عند وجود حساسية شديدة يُرجى سؤالنا قبل الطلب، فمطبخنا يستخدم كل هذه المكوّنات.",
  saved: "تم حفظ نظامك الغذائي",

  mine: "نظامي الغذائي",
  everything: "عرض كل الوجبات",
  fits: "ما يناسبني فقط",
  fitsHelp: (eats, avoids) =>
    [...eats.map(foodName), ...avoids.map((name) => `بدون \u2068${foodName(name)}\u2069`)].join("، "),
  change: "تعديله في «حسابي»",
  say: "تحديد نظامك الغذائي",

  contains: (what) => `تحتوي على: ${list(what.map(foodName))}`,
  mayContain: (what) => `قد تحتوي على: ${list(what.map(foodName))}`,
  noData: (what) => `لا بيانات عن مسببات الحساسية: ${list(what.map(foodName))}`,
  notMarked: (diets) => `لا تحمل علامة: ${list(diets.map(foodName))}`,
  unsure: "لا بيانات عن مسببات الحساسية",
  fitting: (fits, unsure) => `${fits} تناسبك، و${unsure} بلا بيانات`,
  unsureText: "لا نعلم هل تحتوي هذه الوجبات على ما تتجنبه.",

  nutrition: "القيم الغذائية للأسبوع",
  energy: "سعرة",
  protein: "بروتين",
  carbs: "كربوهيدرات",
  fat: "دهون",
  lunches: (n) =>
    `في ${plural(n, {
      one: "وجبة غداء واحدة",
      two: "وجبتي غداء",
      few: "# وجبات غداء",
      other: "# وجبة غداء",
    })}`,
  noNutrition: (n) =>
    plural(n, {
      one: "لا قيم غذائية لوجبة غداء واحدة، ولذلك لم تُحتسب.",
      two: "لا قيم غذائية لوجبتي غداء، ولذلك لم تُحتسبا.",
      few: "لا قيم غذائية لـ # وجبات غداء، ولذلك لم تُحتسب.",
      other: "لا قيم غذائية لـ # وجبة غداء، ولذلك لم تُحتسب.",
    }),

  look: "يُرجى مراجعة هذه الوجبات مرة أخرى",
  instead: (name) => `اختيار \u2068${name}\u2069 بدلًا منها`,
};

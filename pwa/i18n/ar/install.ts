import { plural, product } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/install";

export const installWords: typeof English.installWords = {
  title: "الغداء على بُعد لمسة واحدة",
  lead: `إضافة ${product} إلى شاشتك الرئيسية. أقل من 2 ميغابايت.`,
  offline: "يُفتح بلا اتصال",
  offlineText: "قوائم أربعة أسابيع تبقى على هذا الجهاز",
  badge: "الأيقونة تبيّن ما ينتظر",
  badgeText: "رقم عليها ما دامت هناك تغييرات لم تُرسل",
  faster: "أسرع من الموقع",
  fasterText: "بلا متجر تطبيقات ولا شاشات تحديث",
  install: "تثبيت",
  notNow: "ليس الآن",
  stepsTitle: `إضافة ${product} إلى الشاشة الرئيسية`,
  stepsLead: "ثلاث لمسات في Safari.",
  // The words between stars are Safari's.
  stepShare: "الضغط على *مشاركة* في الشريط السفلي",
  stepAdd: "اختيار *إضافة إلى الشاشة الرئيسية*",
  stepDone: "الضغط على *إضافة*",
  gotIt: "فهمت",
  unsent: (n) =>
    `${plural(n, {
      one: "تغيير واحد لم يُرسل بعد",
      two: "تغييران لم يُرسلا بعد",
      few: "# تغييرات لم تُرسل بعد",
      many: "# تغييرًا لم يُرسل بعد",
      other: "# تغيير لم يُرسل بعد",
    })}. يلزم الاتصال بالإنترنت هنا أولًا، فالأيقونة الجديدة تبدأ بما تم إرساله.`,
  payingElsewhere: "هناك نافذة أخرى في صفحة إتمام الطلب. يستمر هذا عند الانتهاء منها.",
};

/** What the home screen says about the app, and where a long press on its icon leads. */
export const manifestWords: typeof English.manifestWords = {
  screens: {
    week: "أسبوعك في لمحة",
    meals: "اختيار الوجبات، حتى بلا اتصال",
    checkout: "ما تدفعه شركتك وما تدفعه أنت",
  },
  orderNext: "طلب الغداء",
  history: "سجل الطلبات",
  menu: "قائمة الطعام",
};

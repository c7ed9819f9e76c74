import type * as English from "#pwa/i18n/sign-on";

export const signOnWords: typeof English.signOnWords = {
  title: (company) => `تسجيل دخولك عبر \u2068${company}\u2069`,
  text: "لشركتك صفحة تسجيل دخول خاصة بها. ستعود إلى هنا بعد الانتهاء منها.",
  go: (company) => `المتابعة عبر \u2068${company}\u2069`,
  onlyText: "لا تتيح شركتك الدخول إلا بهذه الطريقة.",
  beside: "أنا مسؤول أو أنتمي إلى شركة أخرى: إرسال رمز",
  pageTitle: "تسجيل الدخول عبر الشركة",
  coming: "جارٍ تسجيل دخولك…",
  failed: "لم تنجح العملية",
  cancelled: "أُلغيت العملية في صفحة شركتك، أو لم تسمح لك بالدخول.",
  again: "البدء من جديد",
  offline: "لا يوجد اتصال. اتصل بالإنترنت وأعد المحاولة: لم تفقد شيئًا.",
};

import type * as English from "#pwa/i18n/not-found";

export const notFoundWords: typeof English.notFoundWords = {
  title: "الصفحة غير موجودة",
  text: "هذا الطبق فارغ. ربما الرابط قديم أو كُتب بشكل خاطئ.",
  lunches: "الانتقال إلى وجباتي",
  home: "الانتقال إلى الصفحة الرئيسية",
  menu: "عرض القائمة",
};

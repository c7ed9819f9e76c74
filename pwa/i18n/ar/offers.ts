import type * as English from "#pwa/i18n/offers";

export const offersWords: typeof English.offersWords = {
  promoted: "قائمة طعام جديدة!",
  taste: "تذوّقها اليوم",
  team: "تكلفة الغداء لفريق من 40 شخصًا",
  teamText: (menu, price, people, vat) =>
    `مع باقة بخصم 25%، ينخفض متوسط سعر الغداء من ${menu} إلى ${price} شاملًا ضريبة القيمة المضافة ${vat}. ` +
    `وعندما تدفع الشركة منه ${people}، تُوزَّع التكلفة هكذا:`,
  discount: "خصم الباقة",
  company: "الشركة",
  employee: "الموظف",
  plans: "عرض الباقات",
};

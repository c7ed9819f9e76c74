import type * as English from "#pwa/i18n/holiday";

/** A day of an order that was closed after it was ordered. */
export const holidayWords: typeof English.holidayWords = {
  title: (day) => `لا توصيل يوم ${day}`,
  why: (name, when) =>
    `\u2068${name}\u2069. حتى ${when} يمكن نقل الغداء إلى يوم آخر أو استرداد المبلغ. إن لم تفعل شيئًا، يُعاد ما دفعته إلى حيث دُفع منه.`,
  late: (name) => `\u2068${name}\u2069. يُعاد ما دفعته إلى حيث دُفع منه.`,
  move: "نقل",
  moveOf: (day) => `نقل غداء يوم ${day} إلى يوم آخر`,
  refund: "استرداد المبلغ",
  refundOf: (day) => `إلغاء يوم ${day} واسترداد المبلغ`,
  moveTitle: (day) => `نقل غداء يوم ${day}`,
  to: "إلى أي يوم؟",
  none: "لا يوم آخر متاح في هذا الأسبوع",
  noneText: "كل الأيام الأخرى مطلوبة أو مغلقة أو مكتملة. يمكن استرداد المبلغ والطلب من جديد لأسبوع آخر.",
  meal: (n, of) => (n > 1 ? `${n} × \u2068${of}\u2069` : of),
  price: "يظهر السعر في الصفحة التالية قبل التأكيد.",
  next: "عرض السعر",
};

import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/kitchen-jobs";

export const kitchenJobsWords: typeof English.kitchenJobsWords = {
  title: "مهام الخلفية",
  text: "الرسائل والتحقق من المدفوعات وكل ما تنجزه الخوادم من تلقاء نفسها. ما يفشل منها تُعاد محاولته تلقائيًا على فترات متزايدة.",
  show: "عرض",
  groups: { failed: "الفاشلة", waiting: "المنتظرة", running: "الجارية", ended: "المنتهية" },
  states: {
    retryable: "فشلت وستُعاد محاولتها",
    discarded: "متروكة",
    available: "مستحقة الآن",
    scheduled: "مجدولة",
    pending: "معلّقة",
    running: "جارية",
    completed: "منجزة",
    cancelled: "مستبعدة",
  },
  none: {
    failed: { title: "لم تفشل أي مهمة", text: "ما يفشل يظهر هنا، وتُعاد محاولته تلقائيًا." },
    waiting: { title: "لا مهام منتظرة", text: "نُفِّذ كل ما حان موعده." },
    running: { title: "لا مهام جارية", text: "تستغرق معظم المهام أقل من ثانية." },
    ended: { title: "لم تنتهِ أي مهمة بعد", text: "تبقى المهام المنجزة هنا لبعض الوقت." },
  },
  tries: (made, most) =>
    `${made} من ${plural(most, { one: "محاولة واحدة", two: "محاولتين", few: "# محاولات", many: "# محاولة", other: "# محاولة" })}`,
  next: (when) => `الموعد التالي: ${when}`,
  since: (when) => `منذ ${when}`,
  retry: "إعادة المحاولة الآن",
  retried: "تبدأ المهمة بعد لحظات.",
  discard: "استبعاد",
  discardTitle: "استبعاد هذه المهمة؟",
  discardText: (kind) => `لن تُعاد محاولة ${kind}. يُستخدم ذلك فقط إذا أُنجز العمل بطريقة أخرى أو لم تعد إليه حاجة.`,
  discarded: "استُبعدت المهمة.",
};

import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/trail-export";

const days = (n: number) => plural(n, { one: "يوم واحد", two: "يومان", few: "# أيام", many: "# يومًا", other: "# يوم" });

export const trailExportWords: typeof English.trailExportWords = {
  open: "تصدير",
  title: "تصدير سجل الإجراءات",
  text: "جدول (CSV) بكل إجراءات هذه الأيام، موقّع ليتمكن الغير من التحقق دون اتصال من أن شيئًا لم يُغيَّر أو يُحذف أو يُضَف.",
  whose: "أي الإجراءات",
  of: {
    operators: "فريق التشغيل",
    "": "الجميع",
    company: "عن شركة واحدة",
  } as Record<string, string>,
  from: "اليوم الأول",
  until: "اليوم الأخير",
  wrongFrom: "يُرجى اختيار اليوم الأول.",
  wrongUntil: (most) => `يُرجى اختيار يوم أخير لا يسبق الأول، والحد الأقصى: ${days(most)}.`,
  missing: "يُرجى اختيار شركة.",
  recorded: "يُسجَّل في سجل الإجراءات أن هذا التصدير تم وما الذي شمله.",
  go: "تصدير",
  done: "صُدّر سجل الإجراءات",
  doneText: "يُسلَّم الملف كما هو: برنامج الجداول الذي يحفظه يغيّره.",
  key: "المفتاح العام",
  keyText: "يحتاج إليه من يتحقق من الملف، وهو منشور أيضًا على",
  verify: "للتحقق من الملف:",
  close: "إغلاق",
};

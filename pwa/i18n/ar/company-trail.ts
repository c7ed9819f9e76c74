import { trailExportWords } from "#pwa/i18n/ar/trail-export";
import type * as English from "#pwa/i18n/company-trail";

const { from, until, wrongFrom, wrongUntil, keyText } = trailExportWords;

export const companyTrailWords: typeof English.companyTrailWords = {
  card: "ما جرى في شركتكم",
  text: "جدول (CSV) بما فعله المسؤولون والبرامج ومزوّدو شركتكم هنا، موقّع ليتمكن الغير من التحقق منه دون اتصال. وما فعله فريقنا ليس فيه.",
  from,
  until,
  wrongFrom,
  wrongUntil,
  go: "تصدير",
  done: (key) => `تم التصدير. المفتاح العام للتحقق من الملف هو ${key}`,
  keyText,
};

import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/marks";

/** The status of a choice, on a plate and in a line, and whether it is stored safely. The first screens use these. */
export const marksWords: typeof English.marksWords = {
  waiting: "بانتظار الإرسال",
  sending: "جارٍ الإرسال",
  needsYou: "بانتظار قرارك",
  decide: "اتخاذ القرار",
  see: "عرض",
  phone: "ما حُفظ وأُرسل",
  safe: (n) =>
    plural(n, {
      one: "تغييرك محفوظ بأمان على هذا الجهاز.",
      two: "تغييران محفوظان بأمان على هذا الجهاز.",
      few: "# تغييرات محفوظة بأمان على هذا الجهاز.",
      many: "# تغييرًا محفوظًا بأمان على هذا الجهاز.",
      other: "# تغيير محفوظ بأمان على هذا الجهاز.",
    }),
  notSaved: "لم يُحفظ هذا التغيير",
  notSavedText: "لم تستجب ذاكرة هذا الجهاز. يُرجى إعادة المحاولة.",
};

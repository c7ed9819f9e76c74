import { list, plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/corrected";
import { foodName } from "#pwa/i18n/food";

/** A meal of which the allergens were corrected after it was ordered. */
export const correctedWords: typeof English.correctedWords = {
  yours: (name) => `يُرجى مراجعة \u2068${name}\u2069: صُحّح مسبب للحساسية`,
  other: (name) => `صُحّحت مسببات الحساسية في \u2068${name}\u2069`,
  on: (day) => `ليوم ${day}.`,
  contains: (what) => `تحتوي على: ${list(what.map(foodName))}.`,
  mayContain: (what) => `قد تحتوي على: ${list(what.map(foodName))}.`,
  noData: (what) => `لم نعد نذكر: ${list(what.map(foodName))}.`,
  avoid: "هذا مما تتجنبه بحسب حسابك.",
  free: (when) => `يمكن اختيار بديل دون أي تكلفة حتى ${when}، أو الاستغناء عنها.`,
  late: "يمكن الاستغناء عنها حتى توصيل الغداء. يُعاد ما دفعته إلى محفظتك.",
  choose: "اختيار بديل",
  chooseFor: (name, day) => `اختيار وجبة أخرى بدلًا من \u2068${name}\u2069 ليوم ${day}، دون أي تكلفة`,
  leaveOut: "الاستغناء عنها",
  leaveOutOf: (name, day) => `الاستغناء عن \u2068${name}\u2069 يوم ${day}`,
  leftOut: (amount) => `تم الاستغناء عنها. أُعيد ${amount} إلى محفظتك.`,
  leftOutFree: "تم الاستغناء عنها.",
};

/** Who was told of corrected allergens, for operators. */
export const correctionsWords: typeof English.correctionsWords = {
  title: "تصحيحات مسببات الحساسية",
  text: "كل تصحيح لوجبة منشورة، ومن أُبلغ به لأنه يتجنب ما فيها. هذه معلومات عن صحة الأشخاص، ويجب أن تبقى سرية.",
  none: "لا تصحيحات بعد",
  noneText: "تظهر عندما يغيّر المطبخ مسببات الحساسية لوجبة في إحدى القوائم.",
  week: (day) => `أسبوع يبدأ ${day}`,
  by: (who, when) => `${who ? `\u2068${who}\u2069` : "استيراد"}، ${when}`,
  lunches: (n) =>
    plural(n, {
      zero: "لم تكن في أي غداء قادم",
      one: "كانت في غداء قادم واحد",
      two: "كانت في وجبتي غداء قادمتين",
      few: "كانت في # وجبات غداء قادمة",
      other: "كانت في # وجبة غداء قادمة",
    }),
  nobody: "لا أحد ممن طلبها يتجنب ما فيها.",
  erased: "شخص محذوف",
  told: (when) => `أُبلغ ${when}`,
  sent: (when) => `أُرسلت الرسالة ${when}`,
  waiting: "لم تُرسل الرسالة بعد",
  letter: (id) => `الرسالة \u2068${id}\u2069`,
};

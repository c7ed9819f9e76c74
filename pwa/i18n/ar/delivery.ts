import { list, plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/delivery";

const days = { one: "يوم واحد", two: "يومان", few: "# أيام", many: "# يومًا", other: "# يوم" };
/** After a word that governs them: "اختيار يومين". */
const ofDays = { ...days, two: "يومين" };
const range = (least: number, most: number) =>
  least === most ? plural(least, ofDays) : `من ${least} إلى ${plural(most, { ...ofDays, one: "1" })}`;

const missing = {
  one: "ينقص يوم واحد",
  two: "ينقص يومان",
  few: "تنقص # أيام",
  many: "ينقص # يومًا",
  other: "ينقص # يوم",
};
const moreMeals = {
  one: "وجبة أخرى",
  two: "وجبتان أخريان",
  few: "# وجبات أخرى",
  other: "# وجبة أخرى",
};

export const deliveryWords: typeof English.deliveryWords = {
  title: "أي الأيام؟",
  atLeast: (n) => `يُرجى اختيار ${plural(n, ofDays)} على الأقل.`,
  address: "موقع التوصيل",
  chooseMeals: "اختيار الوجبات",
  textUsual: (least, most) => `يمكن اختيار ${range(least, most)} في الأسبوع. حدّدنا الأيام التي تطلبها عادةً.`,
  textPick: (least, most) => `يمكن اختيار ${range(least, most)} في الأسبوع.`,
  addWeek: "إضافة أسبوع",
  addWeekOf: (label) => `إضافة أسبوع ${label}`,
  clear: "مسح",
  clearWeek: (label) => `مسح أسبوع ${label}`,
  closes: (day) => `آخر موعد ليوم ${day}`,
  isTaken: (names) => `${list(names)}: سبق الطلب`,
  isClosed: (names) => `${list(names)}: انتهى الموعد`,
  isFull: (names) => `${list(names)}: اكتمل عدد فترة التوصيل`,
  isHoliday: (names) => `${list(names)}: لا توصيل`,
  why: {
    past: "انتهى الموعد، فالطلبات تُغلق قبل التوصيل بيومين",
    closed: "لا توصيل في هذا اليوم",
    taken: "سبق طلبه",
    unserved: "فترة التوصيل لديك لا تشمل هذا اليوم من الأسبوع",
    full: "اكتمل عدد فترة التوصيل لديك في هذا اليوم",
    weekend: "نوصل من الاثنين إلى الجمعة",
    later: "لم يُفتح بعد، فالمتاح أربعة أسابيع في كل مرة",
  },
  whyShort: { past: "مغلق", closed: "لا توصيل", taken: "سبق طلبه", unserved: "لا توصيل", full: "اكتمل العدد" },
  soldOut: (day, meals) => {
    const names = meals.map((name) => `\u2068${name}\u2069`);
    const some = names.length > 3 ? [...names.slice(0, 2), plural(names.length - 2, moreMeals)] : names;
    return `الوجبات التي نفدت ليوم ${day}: ${list(some)}.`;
  },
  allSold: (day) => `نفدت كل الوجبات ليوم ${day}.`,
  selected: "محدد",
  notSelected: "غير محدد",
  closeRule: "تُغلق الطلبات قبل التوصيل بيومين.",
  days: (n) => plural(n, days),
  none: "لم يُحدد أي يوم",
  needMore: (n, week) => `${plural(n, missing)} لأسبوع ${week}`,
  noAddress: "لا موقع توصيل بعد",
  noAddressText: "يمكن لمسؤول شركتك تحديد موقع.",
  change: "تغيير",
  window: "فترة التوصيل",
  every: (weekday) => `أيام ${weekday}`,
  otherDays: "باقي الأيام",
  untilDay: (day) => `حتى ${day}`,
  fromDay: (day) => `ابتداءً من ${day}`,
  fromUntil: (from, until) => `من ${from} حتى ${until}`,
  removed: (day) => `أُزيل ${day}`,
  removedText: "وأُزيلت وجباته معه.",
  nothingOpen: "لا أيام متاحة حاليًا",
  nothingOpenText: "الأسابيع الأربعة كلها مطلوبة أو مغلقة. تُفتح أيام جديدة كل يوم اثنين.",
  dateGone: (day, why) => `تعذّر طلب يوم ${day}: ${why}.`,
};

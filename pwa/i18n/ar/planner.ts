import { bookWords } from "#pwa/i18n/ar/book";
import { list, plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/planner";

const meals = (n: number) =>
  plural(n, { zero: "لا وجبات", one: "وجبة واحدة", two: "وجبتان", few: "# وجبات", other: "# وجبة" });
const onDays = (n: number) =>
  plural(n, { one: "في يوم واحد", two: "في يومين", few: "في # أيام", many: "في # يومًا", other: "في # يوم" });
const told = (n: number) =>
  plural(n, {
    one: "أُبلغ شخص واحد",
    two: "أُبلغ شخصان",
    few: "أُبلغ # أشخاص",
    many: "أُبلغ # شخصًا",
    other: "أُبلغ # شخص",
  });

export const plannerWords: typeof English.plannerWords = {
  title: "القوائم",
  text: "خطّط أسبوعًا ثم انشره. لا يراه أحد قبل ذلك.",
  book: "الوجبات",
  states: { empty: "لا شيء بعد", planned: "غير منشور", published: "منشور", changed: "تغيّر بعد النشر" },
  thisWeek: "هذا الأسبوع",
  nextWeek: "الأسبوع القادم",
  coming: "الأسابيع القادمة",
  past: "أسابيع سابقة",
  filled: (offers, days) => `${meals(offers)} ${onDays(days)}`,
  missing: (n) =>
    plural(n, {
      one: "يوم واحد بلا وجبات بعد",
      two: "يومان بلا وجبات بعد",
      few: "# أيام بلا وجبات بعد",
      many: "# يومًا بلا وجبات بعد",
      other: "# يوم بلا وجبات بعد",
    }),
  nothing: "لا وجبات بعد",
  publishedAt: (when) => `نُشر في \u2068${when}\u2069`,
  unsaved: (weeks) => `لم يُحفظ بعد: ${list(weeks)}. افتحه ليُحفظ عند عودة الاتصال.`,

  before: "الأسبوع السابق",
  after: "الأسبوع التالي",
  saved: "تم الحفظ",
  waiting: "سيُحفظ قريبًا",
  saving: "جارٍ الحفظ…",
  offline: "لا اتصال. تغييراتك محفوظة على هذا الجهاز وتُرسل عند عودة الاتصال.",
  failed: "لم تُحفظ بعد. تغييراتك محفوظة على هذا الجهاز، والمحاولة مستمرة.",
  saveNow: "الحفظ الآن",
  refused: (why) => `يتعذر حفظ هذا: \u2068${why}\u2069`,
  changed: "تم تعديل هذا الأسبوع من جهة أخرى.",
  look: "عرض التعديل",
  undo: "تراجع",
  undoes: (what) => `تراجع: ${what}`,
  undone: (what) => `تم التراجع: ${what}`,
  copyWeek: "نسخ أسبوع",
  copyLast: "نسخ الأسبوع الماضي",
  begin: "لم يُخطَّط شيء بعد. ابدأ بالأسبوع الماضي، أو أضف الوجبات يومًا بيوم.",
  publish: "نشر",
  days: "الأيام",
  dayOf: (day, n) => `${day}، ${meals(n)}`,
  sums: (n, ordered) => (ordered > 0 ? `${meals(n)} · طُلب ${ordered}` : meals(n)),
  closed: "مغلق",
  ramadan: "رمضان",
  over: "انتهى",
  closedText: (name) => `\u2068${name}\u2069. لا توصيل.`,
  closedMeals: "لا يمكن لأحد طلب هذه الوجبات. يُرجى نقلها أو إزالتها.",
  none: "لا وجبات بعد",
  dropHere: "أفلت وجبة هنا",
  addMeals: "إضافة وجبات",
  addTo: (day) => `إضافة وجبات إلى ${day}`,
  withdrawnOn: "مسحوبة",
  withdrawnPeople: (n, waiting) =>
    n === 0 ? "لم يخترها أحد" : waiting > 0 ? `${told(n)}، ولا يزال الاستبدال متاحًا لـ ${waiting}` : told(n),
  insteadOf: (name) => `البديل: \u2068${name}\u2069`,
};

export const offerWords: typeof English.offerWords = {
  kcal: (n) => `${n} سعرة`,
  noKcal: "بلا سعرات",
  noPrice: "بلا سعر",
  noAllergens: "بلا مسببات حساسية",
  archived: "مؤرشفة",
  withdrawn: "مسحوبة",
  unknown: "وجبة ليست في الدفتر",
  portions: "الحصص",
  portionsWord: "حصة",
  portionsOf: (name, day) => `حصص \u2068${name}\u2069 يوم ${day}`,
  asOrdered: "بلا حد",
  ordered: (n) => `طُلب ${n}`,
  left: (n) => (n === 0 ? "لم يبقَ شيء" : `بقي ${n}`),
  act: (name, day) => `\u2068${name}\u2069 يوم ${day}: نقل، نسخ، إزالة`,
  place: (place, of) => `الموضع ${place} من ${of}`,
  keys: "بلوحة المفاتيح: Alt مع أحد الأسهم ينقل الوجبة.",
  earlier: "إلى الأمام",
  later: "إلى الخلف",
  moveTo: "نقل إلى…",
  copyTo: "نسخ إلى…",
  there: "موجودة فيه",
  edit: "فتح الوجبة",
  take: "إزالة من هذا اليوم",
  withdraw: "سحبها من الجميع",
  takeOrdered: (n) =>
    `${plural(n, {
      one: "طُلبت حصة واحدة",
      two: "طُلبت حصتان",
      few: "طُلبت # حصص",
      other: "طُلبت # حصة",
    })}، فلا يمكن إزالتها ببساطة.`,
  moved: (name, day, place, of) => `\u2068${name}\u2069: ${day}، الموضع ${place} من ${of}`,

  didAdd: (name, day) => `إضافة \u2068${name}\u2069 إلى ${day}`,
  didTake: (name, day) => `إزالة \u2068${name}\u2069 من ${day}`,
  didMove: (name, day) => `نقل \u2068${name}\u2069 إلى ${day}`,
  didOrder: (name, day) => `تغيير موضع \u2068${name}\u2069 يوم ${day}`,
  didCopy: (name, day) => `نسخ \u2068${name}\u2069 إلى ${day}`,
  didPortion: (name, day) => `حصص \u2068${name}\u2069 يوم ${day}`,
  didCopyWeek: (week) => `نسخ أسبوع \u2068${week}\u2069`,
};

export const pickerWords: typeof English.pickerWords = {
  title: (day) => `وجبات ${day}`,
  search: "البحث بالاسم أو الرمز",
  cuisine: "المطبخ",
  diet: "النظام الغذائي",
  all: "الكل",
  found: meals,
  none: "لا وجبة مناسبة",
  noneText: "جرّب كلمات أخرى، أو أزل عامل تصفية.",
  emptyBook: "لا وجبات في الدفتر بعد",
  emptyBookText: "أضف الأولى، أو استورد جدولًا.",
  toBook: "إلى الوجبات",
  alsoOn: (days) => `أيضًا في ${list(days)}`,
  more: "عرض المزيد",
  added: (n) => (n === 0 ? "تم" : `تمت إضافة ${plural(n, added)}`),
};
const added = {
  one: "وجبة واحدة",
  two: "وجبتين",
  few: "# وجبات",
  other: "# وجبة",
};

export const copyWords: typeof English.copyWords = {
  title: "نسخ أسبوع",
  text: (days) => `يحل محل المخطط ليوم ${list(days)}.`,
  noDay: "لم يعد ممكنًا تعديل أي يوم من هذا الأسبوع.",
  from: "من",
  option: (week, offers) => `\u2068${week}\u2069 · ${meals(offers)}`,
  none: "لا يوجد أسبوع للنسخ بعد.",
  portions: "مع الحصص",
  lost: (n) =>
    plural(n, {
      one: "لم تعد وجبة واحدة في الدفتر، فلا تُنسخ.",
      two: "لم تعد وجبتان في الدفتر، فلا تُنسخان.",
      few: "لم تعد # وجبات في الدفتر، فلا تُنسخ.",
      other: "لم تعد # وجبة في الدفتر، فلا تُنسخ.",
    }),
  go: (n) => `نسخ ${plural(n, added)}`,
};

export const differWords: typeof English.differWords = {
  added: (names) => `أُضيف: ${list(names)}`,
  removed: (names) => `أُزيل: ${list(names)}`,
  portions: (names) => `الحصص: ${list(names)}`,
  portion: (name, n) => `\u2068${name}\u2069 ${n ?? "بلا حد"}`,
  order: "ترتيب آخر",
  same: "كما كان",
  title: "تم تعديل هذا الأسبوع من جهة أخرى",
  text: "اختر لكل يوم النسخة التي تبقى. الأيام الأخرى كما تركها الطرفان.",
  whose: (day) => `النسخة التي تبقى ليوم ${day}`,
  mine: "نسختك",
  theirs: "النسخة الأخرى",
  go: "المتابعة بهذا",
};

export const problemWords: typeof English.problemWords = {
  no_meals: "لا وجبات في يوم عمل",
  closed_day: "وجبات في يوم مغلق",
  no_price: "بلا سعر",
  no_name: "بلا اسم",
  no_allergens: "لا بيانات عن مسببات الحساسية: تظهر منفصلة لمن يتجنب شيئًا",
  ordered: "طُلبت، فلا يمكن إزالتها ببساطة. يُرجى إعادتها ثم سحبها",
  below_taken: "حصص أقل مما طُلب",
  archived: "مؤرشفة في الدفتر",
  withdrawn: "مسحوبة نهائيًا من ذلك اليوم",
  unknown: "هناك خطأ ما",
};

export const publishWords: typeof English.publishWords = {
  title: (week) => `نشر أسبوع \u2068${week}\u2069`,
  again: (week) => `نشر تعديلات أسبوع \u2068${week}\u2069`,
  saving: "تُحفظ آخر تغييراتك أولًا.",
  notSaved: "لم تُحفظ آخر تغييراتك بعد. يُرجى النشر عند عودة الاتصال.",
  blocking: (n) =>
    plural(n, {
      one: "أمر واحد يجب تصحيحه أولًا",
      two: "أمران يجب تصحيحهما أولًا",
      few: "# أمور يجب تصحيحها أولًا",
      many: "# أمرًا يجب تصحيحها أولًا",
      other: "# أمر يجب تصحيحها أولًا",
    }),
  careful: "يستحق المراجعة",
  changes: "ما يتغيّر",
  whole: (offers, days) => `${meals(offers)} ${onDays(days)}، للمرة الأولى.`,
  nothing: "كل شيء منشور كما هو هنا.",
  what: { added: "جديدة", removed: "أُزيلت", changed: "تغيّرت", portions: "الحصص", order: "ترتيب آخر" },
  ordered: (n) =>
    plural(n, {
      one: "طُلبت وجبة غداء واحدة",
      two: "طُلبت وجبتا غداء",
      few: "طُلبت # وجبات غداء",
      other: "طُلبت # وجبة غداء",
    }),
  everyDay: "في كل يوم",
  after: "ما يحدث بعد ذلك",
  thenFirst: "يرى الجميع الأسبوع فورًا ويمكنهم الطلب منه.",
  thenAgain: "يرى الجميع القائمة الجديدة فورًا. ما طُلب يبقى كما طُلب.",
  thenOver: "الأيام المنتهية تبقى كما نُشرت.",
  thenDrafts: "من في سلته وجبة أُزيلت يُطلب منه اختيار أخرى.",
  done: (week) => `تم نشر أسبوع \u2068${week}\u2069`,
  cannot: "يتعذر النشر هكذا. يُرجى مراجعة ما يجب تصحيحه.",
  more: (n) => `و${n} غيرها`,
};

export const withdrawWords: typeof English.withdrawWords = {
  title: (name) => `سحب \u2068${name}\u2069`,
  day: (day) => `من قائمة ${day}.`,
  nobody: "لم يطلبها أحد.",
  some: (n) =>
    plural(n, {
      one: "طُلبت حصة واحدة.",
      two: "طُلبت حصتان.",
      few: "طُلبت # حصص.",
      other: "طُلبت # حصة.",
    }),
  instead: "البديل لمن لا يختار",
  back: "رد المبلغ",
  backText: "يُضاف ما دُفع ثمنًا لها إلى المحفظة.",
  another: "وجبة أخرى من ذلك اليوم",
  choose: "أي وجبة",
  pick: "اختر…",
  chooseMissing: "اختر البديل.",
  none: "لا شيء آخر في قائمة هذا اليوم.",
  cheaper: (amount) => `أقل بمقدار ${amount}: يُرد الفرق إليهم.`,
  dearer: (amount) => `أكثر بمقدار ${amount}: لا يدفعون مقابله شيئًا.`,
  reason: "السبب",
  reasonHelp: "يقرؤونه في رسالتهم.",
  reasonMissing: "اذكر السبب في كلمات قليلة.",
  after: "ما يحدث",
  atOnce: "تُرفع من القائمة فورًا. لا يمكن التراجع عن ذلك.",
  letter: "يُبلَّغ كل من اختارها مرة واحدة، بالبريد الإلكتروني وفي التطبيق.",
  free: (when) => `حتى \u2068${when}\u2069 يمكن استبدالها بأي وجبة من ذلك اليوم بلا مبلغ إضافي.`,
  thenInstead: (name) => `من لا يختار يحصل على \u2068${name}\u2069.`,
  thenBack: "من لا يختار يُرد إليه المبلغ. وتُلغى وجبة الغداء التي لم يبقَ فيها شيء.",
  lateInstead: (name) => `انتهى موعد الطلب لهذا اليوم، فيحصل الجميع الآن على \u2068${name}\u2069.`,
  lateBack: "انتهى موعد الطلب لهذا اليوم، فيُرد المبلغ إلى الجميع الآن.",
  go: "سحب الوجبة",
  done: (name, people) =>
    people === 0 ? `تم سحب \u2068${name}\u2069` : `تم سحب \u2068${name}\u2069، و${told(people)}`,
};

export const importWords: typeof English.importWords = {
  title: "استيراد جدول",
  button: "استيراد",
  text: "صف لكل وجبة في كل تاريخ. تُستبدل الأيام المذكورة في الجدول، وتبقى الأيام الأخرى.",
  file: "CSV أو XLSX",
  fileHelp: "أفضل بداية ملف مُصدَّر. حتى 2 ميغابايت و5,000 صف.",
  tooLarge: "هذا الملف أكبر من 2 ميغابايت.",
  unread: "تتعذر قراءة هذا الملف.",
  look: "المعاينة أولًا",
  looking: "جارٍ الفحص…",
  other: "ملف آخر",
  rows: (n) => plural(n, { one: "صف واحد", two: "صفان", few: "# صفوف", many: "# صفًا", other: "# صف" }),
  new: (n) =>
    plural(n, {
      zero: "لا وجبات جديدة",
      one: "وجبة جديدة واحدة",
      two: "وجبتان جديدتان",
      few: "# وجبات جديدة",
      other: "# وجبة جديدة",
    }),
  changed: (n) =>
    plural(n, {
      zero: "لا تتغير أي وجبة",
      one: "تتغير وجبة واحدة",
      two: "تتغير وجبتان",
      few: "تتغير # وجبات",
      other: "تتغير # وجبة",
    }),
  daysChange: (n) =>
    plural(n, {
      zero: "لا يتغير أي يوم",
      one: "يتغير يوم واحد",
      two: "يتغير يومان",
      few: "تتغير # أيام",
      many: "يتغير # يومًا",
      other: "يتغير # يوم",
    }),
  bad: (n) =>
    plural(n, {
      one: "خلية واحدة تحتاج إلى مراجعة",
      two: "خليتان تحتاجان إلى مراجعة",
      few: "# خلايا تحتاج إلى مراجعة",
      other: "# خلية تحتاج إلى مراجعة",
    }),
  nothing: "الجدول يطابق الموجود هنا. لا يتغير شيء.",
  errors: "للتصحيح في الجدول",
  row: (n) => `الصف ${n}`,
  meals: "الوجبات",
  isNew: "جديدة",
  days: "الأيام",
  added: (n) => `أُضيف ${n}`,
  removed: (n) => `أُزيل ${n}`,
  moved: (n) => `${n} بحصص أخرى أو في موضع آخر`,
  kept: (n) => `${n} كما هي`,
  closed: (name) => `مغلق: \u2068${name}\u2069`,
  fields: (names) => `يتغير: ${list(names.map((name) => bookWords.fields[name] ?? name))}`,
  template: "جدول فارغ للتعبئة",
  apply: "اعتماد الجدول",
  publish: "نشر الأسابيع فورًا",
  publishHelp: "من دونه تنتظر في صفحة القوائم.",
  done: "تم اعتماد الجدول",
  tableChanged: "تغيّرت القوائم منذ المعاينة. يُرجى المعاينة مرة أخرى.",
  more: (n) => `و${n} غيرها`,
  cell: (column, value) => (value ? `\u2068${column}\u2069 «\u2068${value}\u2069»` : `\u2068${column}\u2069`),
};

export const exportWords: typeof English.exportWords = {
  title: "تصدير جدول",
  button: "تصدير",
  from: "من",
  until: "إلى",
  format: "الصيغة",
  book: "مع الوجبات التي لا ترد في أي من هذه الأيام",
  go: "حفظ الجدول",
  wrong: "اختر أول يوم وآخر يوم، بفارق لا يزيد على سنة.",
};

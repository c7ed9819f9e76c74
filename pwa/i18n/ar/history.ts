import { list, plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/history";

/** After a word that governs them: "الدفع ليومين". */
const days = { one: "يوم واحد", two: "يومين", few: "# أيام", many: "# يومًا", other: "# يوم" };
const meals = { one: "وجبة واحدة", two: "وجبتان", few: "# وجبات", other: "# وجبة" };

/** What can be read and done about one order. */
export const historyWords: typeof English.historyWords = {
  toWallet: "أُعيد إلى محفظتك",
  givenBack: "أُعيد",
  change: (day) => `تعديل يوم ${day}`,
  changeIt: "تعديل",
  cancelDay: (day) => `إلغاء يوم ${day}`,
  cancelIt: "إلغاء",
  proposal: "هنا تعديل بانتظارك، ولم يُحفظ بعد.",
  review: "مراجعة التعديل",
  changeOrder: "تعديل الطلب",
  cancelOrder: "إلغاء الطلب",
  again: "طلب هذا الأسبوع مرة أخرى",
  againText: (week) => `لأسبوع ${week}`,
  back: "طلبه مرة أخرى",
  backText: (names) => `الغداء نفسه: ${list(names)}، بسعر القائمة الحالي`,
  amendments: "تعديلات هذا الطلب",
  amendment: (when) => `تعديل ${when}`,
  paidMore: (amount) => `زيادة ${amount}`,
  gotBack: (amount) => `استرداد ${amount}`,
  samePrice: "السعر نفسه",
  withdrawn: "من مطبخنا",
  status: {
    Confirmed: "محفوظ",
    "Payment Pending": "بانتظار الدفع",
    "Payment Failed": "لم يُدفع",
    Cancelled: "دُفع متأخرًا",
    Refunded: "أُعيد المبلغ",
  },
  diary: "ما حدث لهذا الطلب",
  diaryOpen: "عرض ما حدث",
  diaryOffline: "يحتاج هذا السجل إلى اتصال بالإنترنت.",
  diaryNone: "لا شيء بعد.",
  what: {
    ordered: "طُلب",
    changed: "عُدّل",
    cancelled: "أُلغي",
    restored: "أُعيد",
    withdrawn: "لم تتوفر وجبة",
    closed: "لا توصيل في ذلك اليوم",
    missing: "وجبة ناقصة",
    failed: "وجبة ليست كما ينبغي",
    "order cancelled": "أُلغي الطلب",
    "payment failed": "لم يُدفع تعديل",
    "paid too late": "دُفع تعديل متأخرًا. يُعاد المبلغ إلى بطاقتك",
  },
  you: "أنت",
  kitchen: "فريقنا",
  system: "تلقائيًا",
  thisPhone: "هذا الجهاز",
  otherPhone: "جهاز آخر",
  at: (who, when) => `\u2068${who}\u2069، ${when}`,
  nothing: "لا غداء",
  sameLunch: "الغداء نفسه. احتُسبت مساهمة شركتك من جديد.",
  place: (from, to) => (from ? `\u2068${from}\u2069 ← \u2068${to}\u2069` : `إلى \u2068${to}\u2069`),
  into: (before, after) => `\u2068${before}\u2069 ← \u2068${after}\u2069`,
  refundTo: { wallet: "إلى محفظتك", card: "إلى بطاقتك" },
  backTo: (amount, where) => `أُعيد ${amount} ${where}`,
  undo: "تراجع",
  undoOf: (what, day) => `تراجع: ${what}، ${day}`,
  repeated: {
    title: (week) => `تكرار ${week}؟`,
    fresh: (n, all) => `الجديد: ${n} من ${all}`,
    isNew: "جديد",
    review: "تكرار ومراجعة",
    swapped: (old, day, now) =>
      `لا تتوفر \u2068${old}\u2069 يوم ${day}. اخترنا \u2068${now}\u2069، القريبة منها سعرًا وبروتينًا.`,
    brings: (allergens) => `تحتوي أو قد تحتوي على: ${list(allergens)}.`,
    none: (old, day) => `لا تتوفر \u2068${old}\u2069 يوم ${day} ولا وجبة قريبة منها، ولذلك يبقى يوم ${day} فارغًا.`,
    unfit: {
      swapped: (old, day, now) =>
        `لا تناسب \u2068${old}\u2069 نظامك الغذائي أو ما تتجنبه. اخترنا ليوم ${day} \u2068${now}\u2069، القريبة منها سعرًا وبروتينًا.`,
      none: (old, day) =>
        `لا تناسب \u2068${old}\u2069 نظامك الغذائي أو ما تتجنبه، ولا وجبة قريبة منها، ولذلك يبقى يوم ${day} فارغًا.`,
    },
    pays: (n) => `المستحق عليك عن ${plural(n, days)}`,
    company: "تدفع الشركة",
    short: (least) => `يحتاج الأسبوع إلى ${plural(least, days)}. يمكن اختيار الباقي عند إتمام الطلب.`,
    nowhere: "كل الأسابيع المتاحة مطلوبة أو مختارة أو مغلقة.",
  },
};

/** A purchase at a counter among the orders. */
export const purchaseWords: typeof English.purchaseWords = {
  at: (place, company) => (place === company ? place : `\u2068${place}\u2069، \u2068${company}\u2069`),
  paid: "مدفوعة",
  undone: "ملغاة",
  undoneAt: (when) => `أُلغيت ${when}. أُعيد ما سُحب منك ومن شركتك.`,
  portions: (qty) => plural(qty, meals),
  unnamed: "وجبة لم تكن في القائمة",
  lines: "ما اشتريته",
  yours: "المستحق عليك",
  total: "السعر",
  vat: (amount, rate) => `الأسعار شاملة ضريبة القيمة المضافة بنسبة ${rate}، وهي هنا ${amount}.`,
  rounding: "زيادة على مجموع البنود",
  cash: "نقدًا",
  terminal: "بالبطاقة في منفذ البيع",
  owed: "مستحق، يُخصم من أول مبلغ يصل إلى محفظتك",
  receipt: "الإيصال",
  when: "تاريخ الشراء",
  till: "جهاز البيع",
  reported: "تم الإبلاغ عنها",
  notMe: "هذه العملية ليست لي",
  notMeText: "هل دفع شخص آخر برمزك؟ يمكن الإبلاغ عن ذلك لنتحقق منه.",
  disputes: {
    open: "تم إبلاغنا بأن هذه العملية ليست لك. أُوقف رمزك، وفريق الدعم يتحقق منها. سنراسلك.",
    reversed: "تم إبلاغنا بأن هذه العملية ليست لك. أُلغيت، ولا يدفعها أحد.",
    rejected: "تم إبلاغنا بأن هذه العملية ليست لك. تحقق منها فريق الدعم وأبقاها كما هي، والتفاصيل في رسالتنا إليك.",
  },
  older: "عرض مشتريات أقدم من منفذ البيع",
  offline: "تحتاج المشتريات الأقدم من منفذ البيع إلى اتصال بالإنترنت.",
  failed: "تعذّر تحميل المشتريات من منفذ البيع.",
};

/** What a report does, said before it is made; in the app, and on the page of the mailed link. */
export const notMeWords: typeof English.notMeWords = {
  title: "هذه العملية ليست لي",
  sheet: "الإبلاغ عن عملية الشراء هذه؟",
  about: (amount, till, place, when) => `${amount}، \u2068${till}\u2069، \u2068${place}\u2069، ${when}.`,
  will: "عند الإبلاغ عنها:",
  steps: [
    "يُوقف رمزك فورًا. لا يقبله أي جهاز بيع، حتى لو صوّره أحد. يمكن إنشاء رمز جديد في أي وقت.",
    "يُبلَّغ مسؤول شركتك بأن شخصًا أبلغ عن عملية شراء، من دون ذكر اسمك ولا ما تم شراؤه.",
    "يتحقق منها فريق الدعم. إذا لم تكن لك، تعود محفظتك ومساهمة شركتك كما كانتا قبلها.",
  ],
  go: "إيقاف رمزي والإبلاغ",
  mine: "هذه العملية لي",
  mineText: "لا حاجة إلى أي إجراء إذن. يمكن إغلاق هذه الصفحة.",
  done: "تم الإبلاغ. رمزك موقوف، ونحن نتحقق من العملية.",
  doneText: "سنراسلك فور صدور القرار. للدفع مجددًا في منفذ البيع، يلزم إنشاء رمز جديد في التطبيق.",
  code: "إنشاء رمز جديد",
  orders: "عرض طلباتي",
  states: {
    open: "تم الإبلاغ عن عملية الشراء هذه. أُوقف رمزك حينها، وفريق الدعم يتحقق منها.",
    reversed: "تم الإبلاغ عن عملية الشراء هذه، وأُلغيت.",
    rejected: "تم الإبلاغ عن عملية الشراء هذه. تحقق منها فريق الدعم وأبقاها كما هي.",
  },
  undone: "ألغى جهاز البيع عملية الشراء هذه بالفعل، وأُعيد مبلغها. ما زال الإبلاغ عنها ممكنًا.",
  noToken: "يُرجى فتح الرابط من رسالتنا مرة أخرى، فجزء منه ناقص.",
  asking: "جارٍ البحث عن عملية الشراء",
  failed: "تعذّر تحميل عملية الشراء",
  offline: "يلزم الاتصال بالإنترنت.",
};

/** The newest purchase, told on the first page. */
export const boughtWords: typeof English.boughtWords = {
  title: (amount, place) => `دُفع ${amount} في \u2068${place}\u2069`,
  text: (when) => `برمزك، ${when}. هل هذه عمليتك؟`,
  look: "عرض",
  seen: "هذه العملية لي",
};

/** The documents of what a person paid themselves. */
export const taxDocumentWords: typeof English.taxDocumentWords = {
  title: "الفواتير الضريبية",
  kinds: { invoice: "فاتورة ضريبية", credit: "إشعار دائن" },
  of: (day, amount) => `${day}، ${amount}`,
  pdf: "PDF",
  save: (what, number) => `${what} \u2068${number}\u2069 بصيغة PDF`,
  offline: "تحتاج فاتورتك الضريبية إلى اتصال بالإنترنت.",
};

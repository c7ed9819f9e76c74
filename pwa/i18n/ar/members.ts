import { list, plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/members";

const people = (n: number) =>
  plural(n, { one: "شخص واحد", two: "شخصان", few: "# أشخاص", many: "# شخصًا", other: "# شخص" });
/** After a noun or a preposition. */
const ofPeople = (n: number) =>
  plural(n, { one: "شخص واحد", two: "شخصين", few: "# أشخاص", many: "# شخصًا", other: "# شخص" });

export const membersWords: typeof English.membersWords = {
  title: "أعضاء الفريق",
  summary: (all, active) => `${people(all)}، النشطون منهم ${active}`,
  offline: "لا يوجد اتصال. تظهر القائمة كما كانت، أما التعديل فيحتاج إلى اتصال.",
  notHere: "فريقك ليس هنا بعد",
  notHereText: "اتصل بالإنترنت مرة واحدة ليظهر فريقك.",
  failed: "تعذّر تحميل فريقك",
  stale: "ربما تغيّرت هذه القائمة منذ ذلك الحين.",
  loading: "جارٍ تحميل فريقك",

  tier: (active, off) =>
    plural(active, {
      one: `عضو نشط واحد يحفظ لكم خصم ${off}`,
      two: `عضوان نشطان يحفظان لكم خصم ${off}`,
      few: `# أعضاء نشطين يحفظون لكم خصم ${off}`,
      many: `# عضوًا نشطًا يحفظون لكم خصم ${off}`,
      other: `# عضو نشط يحفظون لكم خصم ${off}`,
    }),
  tierShort: (active, off, needed) => `الأعضاء النشطون ${active} من ${needed} تتطلبهم باقتك بخصم ${off}`,
  tierNext: (more, off) =>
    plural(more, {
      one: `عضو إضافي واحد لخصم ${off}`,
      two: `عضوان إضافيان لخصم ${off}`,
      few: `# أعضاء إضافيين لخصم ${off}`,
      many: `# عضوًا إضافيًا لخصم ${off}`,
      other: `# عضو إضافي لخصم ${off}`,
    }),
  tierNeeded: (n) => `المطلوب ${n}`,

  all: "الكل",
  statuses: { Active: "نشط", Pending: "بانتظار الموافقة", Invited: "مدعو", Suspended: "موقوف" } as Record<
    string,
    string
  >,
  unproved: "لم يُؤكَّد البريد بعد",
  roles: { Admin: "مسؤول", Employee: "موظف" } as Record<string, string>,
  search: "البحث بالاسم أو البريد",
  filters: "التصفية",
  department: "القسم",
  anyDepartment: "كل الأقسام",
  noDepartment: "بلا قسم",
  role: "الدور",
  anyRole: "الجميع",
  sort: "الترتيب حسب",
  sorts: {
    name: "الاسم",
    "-name": "الاسم، تنازليًا",
    department: "القسم",
    status: "الحالة",
    "-share": "الأكثر استخدامًا للمساهمة",
    share: "الأقل استخدامًا للمساهمة",
    "-week": "الأكثر أيامًا مطلوبة",
    week: "الأقل أيامًا مطلوبة",
  } as Record<string, string>,
  idle: (n) => `لم يطلبوا للأسبوع القادم (${n})`,
  clear: "مسح التصفية",

  person: "الشخص",
  status: "الحالة",
  share: { Daily: "مساهمة اليوم", Weekly: "مساهمة هذا الأسبوع", Monthly: "مساهمة هذا الشهر" } as Record<string, string>,
  last: "آخر غداء",
  never: "لا يوجد",
  you: "أنت",
  days: (n, of) => `الأيام المطلوبة ${n} من ${of}`,
  used: (used, cap) => `استُخدم ${used} من ${cap}`,
  more: (name) => `المزيد عن \u2068${name}\u2069`,
  select: (name) => `تحديد \u2068${name}\u2069`,
  selectPage: "تحديد كل من في هذه الصفحة",
  reminded: "تم التذكير",

  nobody: "لا نتائج مطابقة",
  nobodyText: "جرّب كلمات أخرى أو امسح التصفية.",
  alone: "أنت أول من هنا",
  aloneText: "ادعُ زملاءك: الصق عناوينهم أو استورد قائمة.",

  pages: "الصفحات",
  range: (from, to, of) => `${from}–${to} من ${of}`,
  previous: "السابق",
  next: "التالي",

  selected: (n) => `تم تحديد ${n}`,
  selectAll: (n) => `تحديد كل المطابقين (${n})`,
  unselect: "إلغاء التحديد",
  bulk: "الإجراء على الأشخاص المحددين",

  acts: {
    approve: "موافقة",
    suspend: "إيقاف الحساب",
    reactivate: "إعادة التفعيل",
    remove: "إزالة",
    promote: "تعيين مسؤولًا",
    demote: "إعادة إلى دور موظف",
    resend: "إعادة إرسال الدعوة",
    nudge: "تذكير بالأسبوع القادم",
    assign: "نقل إلى قسم",
  } as Record<string, string>,
  short: { resend: "إعادة الإرسال", nudge: "تذكير", assign: "القسم" } as Record<string, string>,

  sure: {
    suspend: (who: string) => `إيقاف حساب \u2068${who}\u2069؟`,
    remove: (who: string) => `إزالة \u2068${who}\u2069؟`,
    promote: (who: string) => `منح \u2068${who}\u2069 دور مسؤول؟`,
    demote: (who: string) => `إعادة \u2068${who}\u2069 إلى دور موظف؟`,
    approve: (who: string) => `الموافقة على انضمام \u2068${who}\u2069؟`,
    reactivate: (who: string) => `إعادة تفعيل حساب \u2068${who}\u2069؟`,
    resend: (who: string) => `إعادة مراسلة \u2068${who}\u2069؟`,
    nudge: (who: string) => `تذكير \u2068${who}\u2069؟`,
  } as Record<string, (who: string) => string>,
  meaning: {
    suspend:
      "يُسجَّل الخروج فورًا من كل الأجهزة، ولا يمكن الطلب. وما سبق طلبه من وجبات يصل، " +
      "وما اختير يبقى محفوظًا. ويمكن إعادة التفعيل في أي وقت.",
    remove:
      "يُسجَّل الخروج فورًا ويُحذف الاسم من قائمتك، ويفقد المسؤول دوره. ولا يُزال من له وجبات غداء " +
      "قادمة أو عملية دفع جارية أو رصيد في المحفظة. وتعيد الدعوة من أُزيل.",
    promote:
      "يرى المسؤولون الفريق كله وما تدفعه الشركة، ولهم تعديل ذلك كله. يلزم تسجيل الدخول مجددًا، وتكون الجلسات أقصر.",
    demote: "يبقى طلب الغداء كالجميع، ولا يظهر بعدها شيء من شؤون الشركة. ويلزم تسجيل الدخول مجددًا.",
    approve: "يمكن الطلب فورًا، ونرسل إشعارًا بالبريد الإلكتروني.",
    reactivate: "يمكن تسجيل الدخول والطلب من جديد.",
    resend: "تُرسل الدعوة إلى كل شخص بالبريد الإلكتروني مرة أخرى، وبحد أقصى مرة كل ساعة.",
    nudge: "تصل كل شخص رسالة إلكترونية واحدة، وبحد أقصى رسالة للأسبوع. ولا تصل من طلب أو سبق تذكيره.",
  } as Record<string, string>,
  somebody: ofPeople,
  cancel: "إلغاء",

  done: {
    approve: (n: number) => `تمت الموافقة على ${ofPeople(n)}`,
    suspend: (n: number) => `تم إيقاف حسابات ${ofPeople(n)}`,
    reactivate: (n: number) => `تمت إعادة تفعيل ${ofPeople(n)}`,
    remove: (n: number) => `تمت إزالة ${ofPeople(n)}`,
    promote: (n: number) =>
      plural(n, {
        one: "مسؤول جديد واحد",
        two: "مسؤولان جديدان",
        few: "# مسؤولين جدد",
        many: "# مسؤولًا جديدًا",
        other: "# مسؤول جديد",
      }),
    demote: (n: number) => `تمت إعادة ${ofPeople(n)} إلى دور موظف`,
    resend: (n: number) =>
      plural(n, {
        one: "دعوة واحدة في الطريق",
        two: "دعوتان في الطريق",
        few: "# دعوات في الطريق",
        other: "# دعوة في الطريق",
      }),
    nudge: (n: number) =>
      plural(n, {
        one: "تذكير واحد في الطريق",
        two: "تذكيران في الطريق",
        few: "# تذكيرات في الطريق",
        many: "# تذكيرًا في الطريق",
        other: "# تذكير في الطريق",
      }),
    assign: (n: number) => `تم نقل ${ofPeople(n)}`,
  } as Record<string, (n: number) => string>,
  refusedTitle: (n) => `لم يُنفَّذ الإجراء على ${ofPeople(n)}`,
  reasons: {
    unknown: "لم يعد ضمن فريقك.",
    yourself: "لا يمكنك فعل ذلك لنفسك. اطلبه من مسؤول آخر.",
    not_waiting: "ليس بانتظار الموافقة.",
    not_proved: "لم يؤكد عنوان البريد الإلكتروني بعد.",
    not_active: "غير نشط.",
    not_suspended: "حسابه غير موقوف.",
    held: "حسابه موقوف من جانبنا. يُرجى مراسلتنا.",
    already: "هو كذلك بالفعل.",
    twice: "له ملفان في شركتك. يُرجى مراسلتنا.",
    lunches_coming: "ما زالت له وجبات غداء أو عملية دفع جارية. أوقف الحساب بدلًا من ذلك، أو انتظر حتى تكتمل.",
    wallet: "ما زال في محفظته رصيد. أوقف الحساب بدلًا من ذلك، أو انتظر حتى يُنفق.",
    owes: "ما زال عليه مبلغ عن وجبات غداء عند منفذ البيع. أوقف الحساب بدلًا من ذلك.",
    not_invited: "ليست له دعوة معلّقة.",
    too_soon: "تمت مراسلته خلال الساعة الماضية.",
    ordered: "سبق أن طلب.",
    reminded: "سبق تذكيره بهذا الأسبوع.",
  } as Record<string, string>,
  andMore: (n) => `و${n} غيرهم`,

  invite: "دعوة أشخاص",
  notActive: "يمكنك دعوة الأشخاص فور الموافقة على شركتك.",
  byHand: "لصق عناوين",
  byFile: "استيراد قائمة",
  how: "الطريقة",
  addresses: "عناوين البريد الإلكتروني",
  addressesHelp: "عنوان في كل سطر، أو بفواصل بينها. ويمكن أن تسبقها الأسماء: \u2066Zoë Rahman <zoe@firm.ae>\u2069",
  file: "ملف CSV أو Excel",
  fileHelp: "الأعمدة: \u2066name, email, department\u2069. بحد أقصى 5,000 شخص و1 ميغابايت.",
  templates: "نموذج",
  unread: "تعذّرت قراءة هذا الملف. اختره مرة أخرى.",
  tooLarge: "حجم الملف أكبر من 1 ميغابايت.",
  look: "فحص القائمة",
  looking: "جارٍ الفحص…",
  newDepartments: (names) =>
    `إضافة الأقسام الجديدة أيضًا${
      names.length > 0
        ? `: ${list(names.slice(0, 5).map((name) => `\u2068${name}\u2069`))}${names.length > 5 ? " …" : ""}`
        : ""
    }`,
  willInvite: (n) => `ستُرسل دعوة بالبريد الإلكتروني إلى ${ofPeople(n)}`,
  willLet: (n) => `ستتم الموافقة على ${ofPeople(n)} بانتظار الموافقة`,
  willNot: (n) => `لا يمكن دعوة ${ofPeople(n)}`,
  nothingToDo: "لا يوجد في هذه القائمة من يُدعى.",
  line: (n) => `السطر ${n}`,
  problems: {
    bad_email: "هذا ليس عنوان بريد إلكتروني.",
    bad_name: "لا يمكن استخدام هذا الاسم.",
    twice: "مذكور من قبل في القائمة أعلاه.",
    member: "ضمن فريقك بالفعل.",
    invited: "تمت دعوته بالفعل.",
    suspended: "حسابه موقوف: أعد تفعيله بدلًا من ذلك.",
    mailbox: "هذه كتابة أخرى لعنوان موجود هنا.",
    unknown_department: "ليس لديك قسم بهذا الاسم.",
    too_many_departments: "الحد الأقصى 200 قسم للشركة. استخدم قسمًا موجودًا.",
  } as Record<string, string>,
  send: (n) => `دعوة ${ofPeople(n)}`,
  invited: (n) => `تمت دعوة ${ofPeople(n)}`,
  change: "تعديل القائمة",
  ok: "حسنًا",

  save: "تنزيل القائمة",
  departments: "الأقسام",
  departmentsNone: "لا توجد أقسام بعد.",
  departmentPeople: people,
  newDepartment: "قسم جديد",
  add: "إضافة",
  rename: (name) => `إعادة تسمية \u2068${name}\u2069`,
  removeDepartment: (name) => `حذف \u2068${name}\u2069`,
  removeDepartmentSure: (name) => `حذف القسم \u2068${name}\u2069؟`,
  removeDepartmentText: (n) =>
    plural(n, {
      one: "سيبقى شخص واحد بلا قسم.",
      two: "سيبقى شخصان بلا قسم.",
      few: "سيبقى # أشخاص بلا قسم.",
      many: "سيبقى # شخصًا بلا قسم.",
      other: "سيبقى # شخص بلا قسم.",
    }),
  name: "الاسم",
  keep: "حفظ",

  waiting: (n) =>
    plural(n, {
      one: "زميل واحد بانتظار موافقتك",
      two: "زميلان بانتظار موافقتك",
      few: "# زملاء بانتظار موافقتك",
      many: "# زميلًا بانتظار موافقتك",
      other: "# زميل بانتظار موافقتك",
    }),
  toWaiting: "عرض",
};

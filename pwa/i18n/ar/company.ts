import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/company";

/** After a preposition. */
const ofPeople = (n: number) =>
  plural(n, { one: "شخص واحد", two: "شخصين", few: "# أشخاص", many: "# شخصًا", other: "# شخص" });
const lunches = (n: number) =>
  plural(n, {
    one: "وجبة غداء واحدة",
    two: "وجبتا غداء",
    few: "# وجبات غداء",
    other: "# وجبة غداء",
  });

export const companyWords: typeof English.companyWords = {
  title: "ملف الشركة",
  offline: "لا يوجد اتصال. يمكنك الاطلاع على كل شيء، أما التعديل فيحتاج إلى اتصال.",
  notHere: "شركتك ليست على هذا الجهاز بعد",
  notHereText: "اتصل بالإنترنت مرة واحدة لتظهر.",
  saved: "تم الحفظ",
  waiting:
    "نراجع طلب شركتك، وسنراسلك بالبريد الإلكتروني فور الموافقة. وحتى ذلك الحين تكون الأسعار كاملة ولا تُحتسب أي مساهمة.",
  suspended: "شركتك موقوفة: الأسعار كاملة ولا تُحتسب أي مساهمة. يُرجى التحدث إلينا.",
  refusals: {
    company_changed: "عدّل شخص آخر هذا قبل لحظات. راجع ما هو قائم الآن، ثم احفظ مجددًا.",
    last_place: "تحتاج الشركة إلى موقع توصيل واحد على الأقل.",
    counter_there: "يوجد هنا منفذ بيع. ألغِ إقران جهازه اللوحي أولًا، ثم أوقف الموقع.",
    too_many_places: "عدد المواقع كبير. يُرجى التحدث إلينا.",
  } as Record<string, string>,
  none: "غير مذكور",

  details: "شركتك",
  editDetails: "تعديل بيانات شركتك",
  name: "اسم الشركة",
  nameHelp: "كما في الرخصة التجارية. ويظهر على فواتيرك.",
  billing: "العنوان على الفواتير",
  billingAsMain: (label) => `مثل عنوان \u2068${label}\u2069، موقعك الرئيسي`,
  billingHelp: (line) => `اتركه فارغًا لاعتماد عنوان موقعك الرئيسي: \u2068${line}\u2069. والفواتير الصادرة تبقى كما هي.`,
  trn: "رقم التسجيل الضريبي",
  trnHelp: "رقم تسجيل شركتك الضريبي: 15 رقمًا.",
  trnFixed: "15 رقمًا. يُعتمد في الفواتير من الآن، وتحتفظ الفواتير الصادرة بالرقم القديم.",
  contact: "جهة الاتصال",
  contactName: "من نسأل",
  contactEmail: "البريد الإلكتروني للتواصل",
  contactPhone: "هاتف التواصل",
  logo: "الشعار",
  logoHelp: "يراه موظفوك عند تسجيل الدخول. نقصّه على شكل مربع.",
  addLogo: "إضافة شعار",
  changeLogo: "تغيير الشعار",
  removeLogo: "إزالة",

  places: "مواقع التوصيل",
  addPlace: "إضافة موقع",
  counters: "منافذ البيع",
  windowClosed: "لم نعد نتلقى طلبات جديدة لهذه الفترة. عدّل الموقع لاختيار فترة أخرى.",
  editPlace: (label) => `تعديل \u2068${label}\u2069`,
  retirePlace: (label) => `إيقاف \u2068${label}\u2069`,
  retire: "إيقاف الموقع",
  mainText: (invoices) => `موقعك الرئيسي: إليه يُوصَّل غداء الزملاء الجدد${invoices ? "، وعنوانه على فواتيرك" : ""}.`,
  makeMain: "جعله الموقع الرئيسي",
  makeMainOf: (label) => `جعل \u2068${label}\u2069 الموقع الرئيسي`,
  madeMain: (label, invoices) =>
    `يُوصَّل غداء الزملاء الجدد إلى \u2068${label}\u2069${invoices ? "، ويظهر عنوانه على فواتيرك القادمة" : ""}. ` +
    "ومن هم هنا من قبل يبقون حيث هم.",
  mainMoves: (invoices) =>
    `يبقى موقعك الرئيسي: يُوصَّل غداء الزملاء الجدد إلى العنوان الجديد${invoices ? "، ويظهر على فواتيرك القادمة" : ""}.`,
  billingStays: (line) => `تبقى فواتيرك على العنوان \u2068${line}\u2069.`,
  mainRetires: (label, invoices) =>
    `يصبح \u2068${label}\u2069 موقعك الرئيسي: ` +
    `إليه يُوصَّل غداء الزملاء الجدد${invoices ? "، ويظهر عنوانه على فواتيرك القادمة" : ""}.`,
  window: (area, from, until) => `\u2068${area}\u2069، \u2066${from}–${until}\u2069`,
  hangs: (n, deliveries) => {
    if (n + deliveries === 0) return "لا يُوصَّل غداء أحد إلى هنا";
    const here = `غداء ${ofPeople(n)} يُوصَّل إلى هنا`;
    const ordered = plural(deliveries, {
      one: "وجبة غداء واحدة مطلوبة",
      two: "وجبتا غداء مطلوبتان",
      few: "# وجبات غداء مطلوبة",
      other: "# وجبة غداء مطلوبة",
    });
    return [n > 0 && here, deliveries > 0 && ordered].filter(Boolean).join("، و");
  },
  moveText: (n, deliveries) =>
    `تغيير الشارع أو المنطقة يجعله موقعًا آخر. ${plural(n, {
      zero: "لا ينتقل إليه أحد",
      one: "ينتقل معه شخص واحد",
      two: "ينتقل معه شخصان",
      few: "ينتقل معه # أشخاص",
      many: "ينتقل معه # شخصًا",
      other: "ينتقل معه # شخص",
    })}، و${plural(deliveries, {
      zero: "لا توجد وجبات مطلوبة إلى الموقع القديم",
      one: "وجبة غداء واحدة مطلوبة تبقى للموقع القديم",
      two: "وجبتا غداء مطلوبتان تبقيان للموقع القديم",
      few: "# وجبات غداء مطلوبة تبقى للموقع القديم",
      other: "# وجبة غداء مطلوبة تبقى للموقع القديم",
    })}.`,
  retireTitle: (label) => `إيقاف \u2068${label}\u2069؟`,
  retireText: (n, deliveries) =>
    `لن يمكن لأحد اختياره بعد ذلك. ${plural(n, {
      zero: "لا يُوصَّل إليه غداء أحد",
      one: "شخص واحد يصله الغداء في موقع آخر ابتداءً من الطلب القادم",
      two: "شخصان يصلهما الغداء في موقع آخر ابتداءً من الطلب القادم",
      few: "# أشخاص يصلهم الغداء في موقع آخر ابتداءً من الطلب القادم",
      many: "# شخصًا يصلهم الغداء في موقع آخر ابتداءً من الطلب القادم",
      other: "# شخص يصلهم الغداء في موقع آخر ابتداءً من الطلب القادم",
    })}${
      deliveries > 0
        ? `، و${plural(deliveries, {
            one: "وجبة غداء واحدة مطلوبة تُوصَّل إليه",
            two: "وجبتا غداء مطلوبتان تُوصَّلان إليه",
            few: "# وجبات غداء مطلوبة تُوصَّل إليه",
            other: "# وجبة غداء مطلوبة تُوصَّل إليه",
          })}`
        : ""
    }.`,
  retireTo: "يُوصَّل غداؤهم إلى",
  moved: (n, deliveries) =>
    `${plural(n, {
      zero: "لم ينتقل أحد",
      one: "انتقل شخص واحد",
      two: "انتقل شخصان",
      few: "انتقل # أشخاص",
      many: "انتقل # شخصًا",
      other: "انتقل # شخص",
    })}${
      deliveries > 0
        ? `، و${plural(deliveries, {
            one: "وجبة غداء واحدة مطلوبة تبقى في موقعها",
            two: "وجبتا غداء مطلوبتان تبقيان في موقعهما",
            few: "# وجبات غداء مطلوبة تبقى في موقعها",
            other: "# وجبة غداء مطلوبة تبقى في موقعها",
          })}`
        : ""
    }.`,

  domains: "من ينضم بالبريد الإلكتروني",
  editDomains: "تعديل نطاقات البريد",
  domainsText: "من يثبت أن له عنوانًا كهذه ينضم دون موافقتك. وغيره ينتظرها.",
  noDomains: "لا توجد نطاقات: كل من يسجّل ينتظر موافقتك.",
  domainPeople: (active, waiting) =>
    plural(active, { one: "عضو واحد", two: "عضوان", few: "# أعضاء", many: "# عضوًا", other: "# عضو" }) +
    (waiting > 0
      ? plural(waiting, {
          one: "، وشخص واحد ينتظر من قبل",
          two: "، وشخصان ينتظران من قبل",
          few: "، و# أشخاص ينتظرون من قبل",
          many: "، و# شخصًا ينتظرون من قبل",
          other: "، و# شخص ينتظرون من قبل",
        })
      : ""),
  domainsField: "نطاقات البريد",
  domainsHelp:
    "مثل \u2066company.com\u2069، وافصل بينها بفاصلة. العناوين المتاحة لأي شخص، مثل \u2066gmail.com\u2069، غير مقبولة.",
  domainsKeep: "من انضم يبقى، ومن كان ينتظر يظل بانتظار موافقتك.",
};

export const tierWords: typeof English.tierWords = {
  title: "باقتك",
  off: (off) => `خصم ${off} على كل وجبة`,
  agreed: (amount) => `خصم ${amount} على كل وجبة، متفق عليه معك`,
  noPlan: "بلا باقة: أسعار كاملة",
  waits: "يبدأ خصم باقتك مع الموافقة. وحتى ذلك الحين تكون الأسعار كاملة.",
  active: (n) =>
    plural(n, {
      one: "عضو نشط واحد",
      two: "عضوان نشطان",
      few: "# أعضاء نشطين",
      many: "# عضوًا نشطًا",
      other: "# عضو نشط",
    }),
  needed: (n) => `المطلوب ${n}`,
  keeps: (active, off) =>
    plural(active, {
      one: `عضو نشط واحد يحفظ لكم خصم ${off}`,
      two: `عضوان نشطان يحفظان لكم خصم ${off}`,
      few: `# أعضاء نشطين يحفظون لكم خصم ${off}`,
      many: `# عضوًا نشطًا يحفظون لكم خصم ${off}`,
      other: `# عضو نشط يحفظون لكم خصم ${off}`,
    }),
  short: (n, off, day) => `${more(n)} لتثبيت خصم ${off}. وإن نقص العدد في ${day}، يبقى الخصم لك شهرًا واحدًا بعده.`,
  danger: (n, off, day) => `${more(n)} للحفاظ على خصم ${off}. وإن نقص العدد، ينتهي الخصم في ${day}.`,
  next: (n, off, day) => `${more(n)} للحصول على خصم ${off} ابتداءً من ${day}.`,
  reached: (off, day) => `لديك العدد الكافي لخصم ${off} ابتداءً من ${day}.`,
  top: "لديك أفضل باقاتنا.",
  review: (day) => `نراجع ذلك في اليوم الأول من كل شهر، والمراجعة القادمة في ${day}.`,
  last: {
    kept: (month: string) => `في ${month} بقيت الباقة كما هي.`,
    rose: (month: string) => `في ${month} ارتفعت الباقة.`,
    warned: (month: string) => `في ${month} نقص العدد للمرة الأولى.`,
    fell: (month: string) => `في ${month} انخفضت الباقة.`,
  } as Record<string, (month: string) => string>,
};

const more = (n: number) =>
  plural(n, {
    one: "يلزم عضو نشط إضافي واحد",
    two: "يلزم عضوان نشطان إضافيان",
    few: "يلزم # أعضاء نشطين إضافيين",
    many: "يلزم # عضوًا نشطًا إضافيًا",
    other: "يلزم # عضو نشط إضافي",
  });

export const payingWords: typeof English.payingWords = {
  title: "من يدفع",
  now: "الآن",
  change: "تعديل من يدفع",
  employees: "يدفع الموظفون كل شيء.",
  company: "تدفع الشركة كل شيء.",
  percent: (percent) => `تدفع الشركة ${percent}% من غداء كل شخص في اليوم`,
  flat: (amount) => `تدفع الشركة ${amount} من غداء كل شخص في اليوم`,
  capped: (sentence, cap, per) => `${sentence}، وبحد أقصى ${cap} ${per}.`,
  soFar: (amount) => `${amount} حتى الآن هذا الشهر`,
  uncapped: (sentence) => `${sentence}، بلا حد أقصى.`,
  per: { Daily: "في اليوم", Weekly: "في الأسبوع", Monthly: "في الشهر" } as Record<string, string>,
  minimums: (days, meals) =>
    `لا يقل الطلب عن ${plural(days, { one: "يوم واحد", two: "يومين", few: "# أيام", many: "# يومًا", other: "# يوم" })}` +
    ` و${plural(meals, { one: "وجبة واحدة", two: "وجبتين", few: "# وجبات", other: "# وجبة" })} في اليوم. ` +
    "نحدد ذلك بالاتفاق معك.",
  everyDay: (days, month) =>
    `غداء في كل أيام العمل من ${month}: ${plural(days, { one: "يوم واحد", two: "يومان", few: "# أيام", many: "# يومًا", other: "# يوم" })}`,
  companyPays: "تدفع الشركة",
  personPays: "يدفع كل شخص",
  reached: (lunch, per) => `ابتداءً من الغداء ${lunch} في ${per} ينفد الحد، ويدفع الموظف الباقي.`,
  ofPeriod: { Daily: "اليوم", Weekly: "الأسبوع", Monthly: "الشهر" } as Record<string, string>,
  nth: (n) => `رقم ${n}`,
  notReached: "لا يُبلغ الحد بذلك.",

  dryRun: "معرفة ما كان سيكون الشهر الماضي",
  dryRunOf: (month) => `${month} بهذه القواعد`,
  nobody: (month) => `لم يتناول أحد الغداء في ${month}، فلا يوجد ما يُقارن.`,
  lunches: (n, eaters) => `${lunches(n)} لعدد ${ofPeople(eaters)}`,
  was: "كما كان",
  would: "بهذه القواعد",
  companyRow: "الشركة",
  peopleRow: "الموظفون",
  cappedRow: "من يبلغون الحد",
  more: (amount) => `${amount} زيادة على الشركة`,
  less: (amount) => `${amount} أقل على الشركة`,
  same: "لا تغيير على الشركة",
  unchanged: "هذه هي القواعد الحالية.",
  switchOn: "تفعيل",
  sure: "تفعيل هذه القواعد؟",
  sureText: [
    "تسري على كل ما يُطلب من هذه اللحظة.",
    "وما سبق طلبه يحتفظ بالقواعد التي طُلب بها، حتى عند تعديله.",
    "ومن يوشك على الدفع يرى السعر الجديد أولًا.",
  ],
  anew: "يُحتسب الحد من جديد: لا يدخل فيه ما دُفع في ظل الحد القديم.",
  on: "القواعد الجديدة سارية",
  back: "ليس الآن",
};

export const forecastWords: typeof English.forecastWords = {
  title: "بالوتيرة الحالية",
  offline: "التوقعات تحتاج إلى اتصال.",
  names: { Daily: "اليوم", Weekly: "هذا الأسبوع", Monthly: "هذا الشهر" } as Record<string, string>,
  span: (from, until) => `${from} – ${until}`,
  spent: "حتى الآن",
  granted: "مع ما هو مطلوب",
  projected: (day) => `حتى ${day}، نحو`,
  days: (passed, days) => `أيام الغداء: مضى ${passed} من ${days}`,
  capped: (n, reaching, of, cap) =>
    `من ${ofPeople(of)}: بلغ الحد ${cap} حتى الآن ${n}، وسيبلغه حتى نهاية المدة ${reaching}.`,
  none: "لم يتناول أحد الغداء في هذه المدة بعد.",
};

import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/subscription";

const people = (n: number) =>
  plural(n, { one: "شخص واحد", two: "شخصان", few: "# أشخاص", many: "# شخصًا", other: "# شخص" });
/** After "من", "إلى" and in the accusative. */
const ofPeople = (n: number) =>
  plural(n, { one: "شخص واحد", two: "شخصين", few: "# أشخاص", many: "# شخصًا", other: "# شخص" });

export const subscriptionWords: typeof English.subscriptionWords = {
  title: "غداء لفريقك كله",
  text: "يختار فريقك وجبات غداء صحية للأسبوع، وتحدد أنت ما تدفعه الشركة، ونوصّل إلى بابكم من الاثنين إلى الجمعة.",
  start: "تسجيل شركتك",
  goOn: "المتابعة من حيث توقفت",
  startOver: "البدء من جديد",
  takes: "أربع خطوات قصيرة. جهّز رقم التسجيل الضريبي.",
  plans: "الباقات",
  plansText: "كلما زاد عدد المشاركين، قلّت تكلفة كل وجبة غداء.",
  single: "لك وحدك فقط؟",
  singleLink: "الانضمام بمفردك",
  good: [
    { title: "رابط واحد للجميع", text: "الزملاء من نطاق بريد شركتك ينضمون بأنفسهم." },
    { title: "القرار لك فيمن يدفع", text: "الشركة أو الموظفون أو كلاهما، مع حد أقصى إن أردت." },
    { title: "باقة تكبر معك", text: "تتبع باقتك عدد من يتناولون الغداء." },
  ],
  steps: ["بيانات الشركة", "الباقة", "الدفع", "تم"],
  stepOf: (at, of) => `الخطوة ${at} من ${of}`,
  next: "متابعة",
};

export const detailsWords: typeof English.detailsWords = {
  title: "عرّفنا بشركتك",
  text: "يبقى كل شيء على هذا الجهاز حتى ترسله.",
  company: "شركتك",
  companyName: "اسم الشركة",
  companyNameHelp: "كما في الرخصة التجارية.",
  trn: "رقم التسجيل الضريبي",
  trnHelp: "رقم تسجيل شركتك الضريبي: 15 رقمًا.",
  domains: "نطاقات بريد شركتك",
  domainsHelp: "من لديه عنوان منها ينضم دون موافقتك. اكتبها مثل \u2066company.com\u2069 وافصل بينها بفاصلة.",
  address: "موقع التوصيل",
  you: "أنت، مسؤول الشركة",
  youText: "لك دعوة الزملاء والاطلاع على الفواتير، والطلب أيضًا.",
  emailHelp: "به يكون تسجيل الدخول. نرسل إليه رمزًا في النهاية.",
};

export const planWords: typeof English.planWords = {
  title: "اختر باقة لفريقك",
  text: "كلما زاد عدد المشاركين، قلّت تكلفة كل وجبة غداء. ويمكن الانتقال إلى باقة أعلى في أي وقت.",
  people: "كم شخصًا سيتناول الغداء؟",
  slider: "عدد الأشخاص",
  fits: (n, plan) => [`الباقة المناسبة لعدد ${ofPeople(n)} هي `, `\u2068${plan}\u2069`, "."],
  more: (n, off) =>
    plural(n, {
      one: `شخص واحد إضافي يتيح خصم ${off}.`,
      two: `شخصان إضافيان يتيحان خصم ${off}.`,
      few: `# أشخاص إضافيين يتيحون خصم ${off}.`,
      many: `# شخصًا إضافيًا يتيحون خصم ${off}.`,
      other: `# شخص إضافي يتيحون خصم ${off}.`,
    }),
  tooFew: (n) => `تبدأ الباقات من ${ofPeople(n)}.`,
  name: (id) => `الباقة ${id}`,
  popular: "الأكثر طلبًا",
  off: "خصم على كل وجبة",
  average: "متوسط سعر الغداء شامل ضريبة القيمة المضافة",
  beforeVat: (amount) => `${amount} قبل ضريبة القيمة المضافة`,
  was: "سعر القائمة",
  from: "ابتداءً من",
  fromPeople: ofPeople,
  minimums: (days, meals) =>
    `الطلب ${plural(days, {
      one: "يوم واحد أو أكثر",
      two: "يومان أو أكثر",
      few: days < 5 ? "# أيام أو أكثر" : "# أيام",
      many: "# يومًا",
      other: "# يوم",
    })} في الأسبوع${
      meals > 1
        ? `، و${plural(meals, { one: "وجبة", two: "وجبتان", few: "# وجبات", other: "# وجبة" })} أو أكثر في اليوم`
        : ""
    }`,
  share: "تحديد مساهمة الشركة في كل وجبة، مع حد أقصى",
  invoice: "فاتورة ضريبية شهرية واحدة",
  choose: (plan) => `اختيار \u2068${plan}\u2069`,
  selected: "تم الاختيار",
  needs: (n) =>
    plural(n, {
      one: "تتطلب شخصًا واحدًا",
      two: "تتطلب شخصين",
      few: "تتطلب # أشخاص",
      many: "تتطلب # شخصًا",
      other: "تتطلب # شخص",
    }),
  note: (vat) =>
    "يسري الخصم ما دام عدد النشطين لا يقل عن عدد الباقة. " +
    `متوسطات أسعار الغداء شاملة ضريبة القيمة المضافة ${vat} كما تُدفع، وتذكر كل باقة السعر قبل الضريبة أيضًا.`,
  estimateFor: (n) => `${people(n)}، 3 أيام في الأسبوع`,
  estimate: (amount) => `نحو ${amount} شهريًا`,
  goOn: "متابعة",
  goOnWith: (plan) => `متابعة مع \u2068${plan}\u2069`,
  withPlan: (plan) => `مع \u2068${plan}\u2069`,
};

export const payWords: typeof English.payWords = {
  title: "من يدفع ثمن الغداء؟",
  text: "يسري ذلك من يوم الموافقة على شركتك.",
  who: "من يدفع",
  employees: "الموظفون",
  employeesText: "يدفع كل موظف سعر الباقة بالبطاقة.",
  company: "الشركة",
  companyText: "الغداء مجاني لموظفيك، وتصلك فاتورة واحدة في الشهر.",
  both: "كلاهما",
  bothText: "تدفع الشركة جزءًا، ويدفع الموظفون الباقي.",
  shareType: "مساهمة الشركة",
  percentage: "نسبة",
  flat: "مبلغ",
  percent: "نسبة مئوية من كل يوم",
  percentHelp: "من غداء شخص واحد في يوم واحد، بعد خصم الباقة.",
  amount: "مبلغ بالدرهم في اليوم",
  amountHelp: "لغداء شخص واحد في يوم واحد، ولا يتجاوز سعره.",
  cap: "الحد الأقصى بالدرهم",
  capHelp: "لشخص واحد. اتركه فارغًا إن لم يكن هناك حد.",
  duration: "يُحتسب الحد",
  per: { Daily: "في اليوم", Weekly: "في الأسبوع", Monthly: "في الشهر" } as Record<string, string>,
  example: "تكلفة وجبة غداء واحدة",
  menuPrice: "متوسط سعر القائمة",
  discount: "خصم الباقة",
  share: "تدفع الشركة",
  rest: "يدفع كل شخص",
  discountKey: "الخصم",
  companyKey: "الشركة",
  youKey: "الموظف",
  send: "إرسال التسجيل",
};

export const completionWords: typeof English.completionWords = {
  title: "تم تسجيل شركتك",
  text: (company) => `نراجع الآن طلب \u2068${company}\u2069، وسنراسلك بالبريد الإلكتروني فور الموافقة.`,
  aCompany: "شركتك",
  approved: "تمت الموافقة على شركتك",
  approvedText: (company) => `باقة \u2068${company}\u2069 سارية من الآن. ادعُ زملاءك للانضمام.`,
  until: "ما يجري حتى ذلك الحين",
  points: [
    "يمكنك التصفح، والطلب لنفسك بالسعر الكامل.",
    "يبدأ خصم باقتك ومساهمة الشركة مع الموافقة.",
    "بعدها يمكنك دعوة زملائك.",
  ],
  lunches: "الذهاب إلى وجباتي",
  menu: "عرض قائمة الطعام",
};

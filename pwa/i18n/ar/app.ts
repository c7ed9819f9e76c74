import type * as English from "#pwa/i18n/app";
import { plural, product } from "#pwa/i18n/ar/say";

const mealForms = { one: "وجبة واحدة", two: "وجبتان", few: "# وجبات", other: "# وجبة" };

export const uiWords: typeof English.uiWords = {
  close: "إغلاق",
  dismiss: "إخفاء",
  tryAgain: "إعادة المحاولة",
  undo: "تراجع",
  loading: "جارٍ التحميل",
  fileFailed: "تعذّر تنزيل الملف.",
};

export const appWords: typeof English.appWords = {
  promise: "وجبات غداء صحية لفرق العمل في الإمارات، نوصلها من الاثنين إلى الجمعة.",
  skip: "الانتقال إلى المحتوى",
  main: "التنقل الرئيسي",
  tabs: "لوحة التحكم",
  homeLink: `${product}، الصفحة الرئيسية`,
  titled: (page) => `${page} · ${product}`,
  hello: "القائمة الجديدة وصلت، تذوّقها اليوم",
  whatsapp: "محادثة واتساب",
  newVersion: "يتوفر إصدار جديد.",
  refresh: "تحديث",
  broken: "حدث خطأ ما",
  brokenText: "تعذّر عرض هذه الصفحة. اختياراتك محفوظة بأمان على هذا الجهاز.",
  notLoaded: "هذه الصفحة غير محفوظة على هذا الجهاز بعد",
  notLoadedText: "يكفي الاتصال بالإنترنت مرة واحدة لفتحها.",
  reload: "إعادة التحميل",
};

export const headerWords: typeof English.headerWords = {
  home: "الرئيسية",
  menu: "قائمة الطعام",
  dashboard: "لوحة التحكم",
  adminDashboard: "لوحة المسؤول",
  signIn: "تسجيل الدخول",
  register: "تسجيل شركتك",
  toSignIn: "تسجيل الدخول",
  join: "الانضمام إلى شركتك",
  back: "رجوع",
  openMenu: "القائمة",
  hi: (name) => `مرحبًا \u2068${name}\u2069`,
  logout: "تسجيل الخروج",
  cart: (meals) => `ملخص اليوم، ${plural(meals, mealForms)}`,
};

export const navWords: typeof English.navWords = {
  lunch: "الغداء",
  menu: "القائمة",
  history: "السجل",
  wallet: "المحفظة",
  company: "الشركة",
  profile: "حسابي",
};

export const sideWords: typeof English.sideWords = {
  order: "الطلب / تعديل الطلب",
  history: "سجل الطلبات",
  wallet: "حركات المحفظة",
  cards: "طريقة الدفع",
  profile: "حسابي",
  company: "الشركة",
  companyProfile: "ملف الشركة",
  companyMembers: "أعضاء الفريق",
  companyInvoices: "الفواتير",
  companyReports: "التقارير",
};

export const titlesWords: typeof English.titlesWords = {
  invoice: "فاتورة",
  home: "الرئيسية",
  menu: "قائمة الطعام",
  login: "تسجيل الدخول",
  reset: "كلمة مرور جديدة",
  register: "التسجيل",
  faq: "الأسئلة الشائعة عن قائمة الطعام",
  privacy: "سياسة الخصوصية",
  terms: "الشروط والأحكام",
  dashboard: {
    home: "أسابيعك",
    history: "سجل الطلبات",
    walletTransactions: "حركات المحفظة",
    paymentMethods: "طريقة الدفع",
    profile: "حسابي",
    "company-profile": "ملف الشركة",
    "company-members": "أعضاء الفريق",
    "company-invoices": "الفواتير",
    "company-reports": "التقارير",
    "company-counters": "منافذ البيع",
    counter: "الدفع في منفذ البيع",
  },
  delivery: "أيام التوصيل",
  meals: "اختيار الوجبات",
  editOrder: "تعديل الطلب",
  checkout: "إتمام الطلب",
  payment: "الدفع",
  notMe: "الإبلاغ عن عملية شراء",
  till: "جهاز البيع",
  kitchen: "المطبخ",
  notFound: "الصفحة غير موجودة",
};

export const whenWords: typeof English.whenWords = {
  today: "اليوم",
  tomorrow: "غدًا",
  yesterday: "أمس",
  at: (day, clock) => `${day} الساعة ${clock}`,
};

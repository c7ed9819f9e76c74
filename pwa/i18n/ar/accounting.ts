import type * as English from "#pwa/i18n/accounting";
import { plural } from "#pwa/i18n/ar/say";

export const accountingWords: typeof English.accountingWords = {
  title: "المحاسبة",
  text: "دفتر يومية لكل شهر لأعمالكم المحاسبية. يتوازن حتى الفلس، ومجموع الأشهر هو دفتر الأستاذ.",
  format: "الملف من أجل",
  formats: { xlsx: "Excel", csv: "CSV", xero: "Xero", zoho: "Zoho Books", odoo: "Odoo" } as Record<string, string>,
  months: "الأشهر",
  earlier: (n) =>
    plural(n, {
      zero: "لا أشهر سابقة",
      one: "شهر سابق واحد",
      two: "شهران سابقان",
      few: "# أشهر سابقة",
      many: "# شهرًا سابقًا",
      other: "# شهر سابق",
    }),
  none: "لا قيود بعد",
  noneText: "يبدأ الشهر الأول مع أول عملية بيع.",
  open: "مفتوح",
  closed: "مغلق",
  by: (name, day) => `بواسطة ${name}، ${day}`,
  download: "تنزيل",
  downloadOf: (month) => `تنزيل دفتر يومية ${month}`,
  failed: "لم يصل الملف.",
  close: "إغلاق الشهر",
  closeTitle: (month) => `هل تريد إغلاق ${month}؟`,
  closeText:
    "يبقى دفتر يوميته كما هو من الآن ولا يمكن فتحه من جديد. وما يرسله منفذ بيع متأخرًا، أو ما يُلغى لاحقًا، يُصحَّح في " +
    "الشهر التالي.",
  closing: (month) => `أُغلق ${month}`,
  accounts: "حساباتكم",
  accountsText: "رمز كل حساب من حساباتنا واسمه في دفاتركم. يبحث Xero وOdoo عن الحساب برمزه، وZoho Books باسمه.",
  kinds: {
    cash: "النقد في منافذ البيع",
    bank: "التحويلات المصرفية",
    card: "مدفوعات البطاقات في التطبيق",
    terminal: "أجهزة البطاقات في منافذ البيع",
    company: "ما على الشركات",
    receivable: "ما على الأشخاص",
    wallet: "الأموال في المحافظ",
    vat: "ضريبة المخرجات",
    sales: "المبيعات دون الضريبة",
    operator: "التعويضات والوجبات الناقصة",
  } as Record<string, string>,
  code: "الرمز",
  name: "الاسم",
  missing: "يُرجى ملء هذا الحقل.",
  saved: "حُفظت الحسابات",
};

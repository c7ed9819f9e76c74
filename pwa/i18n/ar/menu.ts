import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/menu";

const mealForms = { one: "وجبة واحدة", two: "وجبتان", few: "# وجبات", other: "# وجبة" };

export const menuWords: typeof English.menuWords = {
  title: "قائمة الطعام",
  day: "اليوم",
  allCuisines: "كل المطابخ",
  count: (meals, date) => `${plural(meals, mealForms)} يوم ${date}`,
  priceNote: (vat) => `سعر القائمة قبل خصم باقتك ومساهمة الشركة. شامل ضريبة القيمة المضافة بنسبة ${vat}.`,
  myPriceNote: (vat) => `سعرك بعد خصم الباقة وقبل مساهمة شركتك. شامل ضريبة القيمة المضافة بنسبة ${vat}.`,
  already: "شركتك مسجلة لدينا؟",
  signIn: "تسجيل الدخول للطلب",
  order: "الطلب من هذا الأسبوع",
  holiday: "لا توصيل في هذا اليوم",
  holidayText: "يُرجى اختيار يوم آخر من الأسبوع.",
  notYet: "لم تصدر قائمة هذا الأسبوع بعد",
  notYetText: "يمكن العودة لاحقًا، أو الاطلاع على أسبوع آخر.",
  vegetarian: "نباتي",
  carbs: "كربوهيدرات",
  allergens: "مسببات الحساسية",
  allergenNote: "عدم ذكر مسبب للحساسية يعني أنه لا بيانات لدينا عنه.",
  menuPrice: "سعر القائمة",
  planDiscount: "خصم الباقة",
  yourPrice: "سعرك",
};

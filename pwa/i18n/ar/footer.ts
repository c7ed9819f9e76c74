import { product } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/footer";

export const footerWords: typeof English.footerWords = {
  company: "الشركة",
  terms: "الشروط والأحكام",
  privacy: "سياسة الخصوصية",
  disclaimer: "إخلاء المسؤولية",
  menu: "قائمة الطعام",
  explore: "استكشاف القائمة",
  faq: "أسئلة عن القائمة",
  talk: "التواصل معنا",
  whatsapp: "واتساب",
  social: "حساباتنا على مواقع التواصل",
  instagram: "إنستغرام",
  linkedin: "لينكد إن",
  accept: "نقبل",
  cards: (applePay) => `فيزا وماستركارد${applePay ? " وApple Pay" : ""}`,
  copyright: (year) => `© ${year} ${product}`,
};

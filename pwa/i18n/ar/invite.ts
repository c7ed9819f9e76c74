import type * as English from "#pwa/i18n/invite";

export const inviteWords: typeof English.inviteWords = {
  title: "دعوة الزملاء",
  text: "أرسل إليهم رابط شركتك. من لديه بريد عمل من نطاقاتكم ينضم فورًا، وغيره ينتظر موافقتك.",
  link: "رابط شركتك",
  copy: "نسخ",
  copied: "تم النسخ",
  byHand: "لا يسمح متصفحك بالنسخ. الرابط محدد: انسخه يدويًا.",
  share: "مشاركة الرابط",
  shareTitle: (company) => `الغداء مع \u2068${company}\u2069`,
  shareText: (company) => `انضم إلى \u2068${company}\u2069 واختر وجبات غدائك للأسبوع:`,
};

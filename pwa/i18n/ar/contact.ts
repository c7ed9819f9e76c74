import type * as English from "#pwa/i18n/contact";

export const contactWords: typeof English.contactWords = {
  phone: "الهاتف",
  whatsapp: "واتساب",
  byMail: "يكفي الرد على أي رسالة بريد إلكتروني وصلتك منا.",
};

import type * as English from "#pwa/i18n/company-directory";

export const directoryWords: typeof English.directoryWords = {
  card: "دليل شركتك",
  none:
    "يمكن لدليل شركتك، مثل \u2066Microsoft Entra ID\u2069 أو \u2066Okta\u2069، أن يضيف موظفيك ويزيلهم تلقائيًا " +
    "(\u2066SCIM 2.0\u2069). ويشمل من لديهم بريد ضمن نطاق تحققتَ منه أعلاه.",
  leavers:
    "من يغادر هناك يُسجَّل خروجه فورًا. وتُلغى الوجبات التي تدفع شركتك جزءًا منها وما زال تعديلها ممكنًا، ونبلغك بذلك بالبريد.",
  told: (people, groups) => `حتى الآن: الأشخاص ${people}، والمجموعات ${groups}. كل مجموعة قسم.`,
  address: "العنوان الذي تُدخله لدى دليلك",
  token: "رمز جديد",
  tokenOnce: "انسخه الآن وأدخله لدى دليلك. لا يمكننا عرضه مرة أخرى.",
  tokens: "الرموز",
  make: "إنشاء رمز",
  ends: (ending) => `ينتهي بـ \u2066${ending}\u2069`,
  made: (when, by) => `أنشأه \u2068${by}\u2069 في ${when}`,
  used: (when) => `آخر استخدام: ${when}`,
  unused: "لم يُستخدم بعد",
  revoke: "إلغاء",
  revokeOf: (ending) => `إلغاء الرمز الذي ينتهي بـ \u2066${ending}\u2069`,
  revokeSure: "إلغاء نهائي",
  revokeText: "لن يستطيع دليلك استخدام هذا الرمز بعد الآن.",
};

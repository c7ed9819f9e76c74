import type * as English from "#pwa/i18n/language";

export const languageWords: typeof English.languageWords = {
  other: "English",
  otherTag: "en",
  needsNetwork: "تحتاج الإنجليزية إلى اتصال بالإنترنت في المرة الأولى.",
};

import type * as English from "#pwa/i18n/file-field";

export const fileFieldWords: typeof English.fileFieldWords = {
  choose: "اختيار ملف",
  other: "اختيار ملف آخر",
  none: "لم يُختر ملف",
};

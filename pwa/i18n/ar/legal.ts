import type * as English from "#pwa/i18n/legal";

export const legalWords: typeof English.legalWords = {
  contents: "في هذه الصفحة",
  licences: "تراخيص البرمجيات التي بُني بها هذا التطبيق",
};

import type * as English from "#pwa/i18n/told";

/** A notification that arrives while the app is in view. */
export const toldWords: typeof English.toldWords = { open: "فتح" };

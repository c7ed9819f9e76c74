import type * as English from "#pwa/i18n/errors";

/** What is said of any request. */
export const errorsWords: typeof English.errorsWords = {
  invalid: "بيانات النموذج غير صحيحة",
  signInAgain: "يُرجى تسجيل الدخول مجددًا",
  offline: "لا اتصال بالإنترنت. يُرجى إعادة المحاولة عند عودة الاتصال.",
  server: "خوادم المطبخ لا تستجيب. يُرجى إعادة المحاولة بعد قليل.",
  unknown: "لم ينجح ذلك. يُرجى إعادة المحاولة.",
};

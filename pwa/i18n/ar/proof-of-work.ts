import type * as English from "#pwa/i18n/proof-of-work";

export const proofOfWorkWords: typeof English.proofOfWorkWords = {
  title: "لحظة من فضلك، سيُسمح لك بالدخول.",
  text: "يحاول عدد كبير جدًا من البرامج تسجيل الدخول الآن. يُثبت جهازك أنك لست واحدًا منها، ولا يلزمك فعل أي شيء.",
  progress: "جهازك يعمل",
  percent: (done) => `اكتمل \u2066${done}%\u2069`,
  through: "تم. نتابع الآن.",
};

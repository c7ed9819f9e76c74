import type * as English from "#pwa/i18n/withdrawn";

const many = (name: string, qty: number) => (qty > 1 ? `${qty} × \u2068${name}\u2069` : `\u2068${name}\u2069`);

/** A meal that was ordered and that the kitchen cannot cook. */
export const withdrawnWords: typeof English.withdrawnWords = {
  title: (name, qty) => `تعذّر تحضير ${many(name, qty)}`,
  on: (day) => `ليوم ${day}.`,
  free: (when) => `يمكن اختيار بديل دون أي تكلفة حتى ${when}.`,
  choose: "اختيار بديل",
  chooseFor: (name, day) => `اختيار وجبة أخرى بدلًا من \u2068${name}\u2069 ليوم ${day}، دون أي تكلفة`,
  instead: (name) =>
    `إن لم تختر بديلًا، تصلك \u2068${name}\u2069 من دون أن تدفع أكثر. وإذا كان سعرها أقل، يُضاف الفرق إلى محفظتك.`,
  paidBack: (qty) =>
    qty === 1
      ? "إن لم تختر بديلًا، نستغني عنها ونعيد ثمنها إلى محفظتك."
      : "إن لم تختر بديلًا، نستغني عن هذه الحصص ونعيد ثمنها إلى محفظتك.",
  late: (name) => `تصلك \u2068${name}\u2069 بدلًا منها، من دون أن تدفع أكثر.`,
  latePaidBack: "نعيد ثمنها إلى محفظتك.",
  another: "وجبة أخرى",
};

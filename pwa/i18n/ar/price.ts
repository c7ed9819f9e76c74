import type * as English from "#pwa/i18n/price";

/** Why something costs what it costs: the answer is the same in the cart, at checkout, on the receipt and in the history. */
export const priceWords: typeof English.priceWords = {
  free: "دون أي تكلفة إضافية: بسعر الوجبة التي تعذّر تحضيرها",
  why: "تفصيل السعر",
  portions: (name, qty) => (qty > 1 ? `${qty} × \u2068${name}\u2069` : name),
  discount: "خصم الباقة",
  percentOff: (percent) => `خصم \u2066${percent}%\u2069 على كل وجبة، مقرّبًا إلى 10 فلوس`,
  flatOff: (amount) => `خصم ${amount} على كل وجبة`,
  net: "سعر اليوم",
  share: "مساهمة الشركة",
  ofDay: (percent, net) => `\u2066${percent}%\u2069 من ${net}`,
  aDay: (amount) => `${amount} في اليوم`,
  atMostDay: "على ألا تتجاوز سعر اليوم",
  cap: (cap, period) => `بحد أقصى ${cap} ${period}.`,
  period: { Daily: "في اليوم", Weekly: "في الأسبوع", Monthly: "في الشهر" },
  used: (used, left) => `استُخدم منه ${used} قبل هذا اليوم، وبقي ${left}.`,
  unused: "لم يُستخدم منه شيء قبل هذا اليوم.",
  again: (day) => `يتجدد يوم ${day}.`,
  you: "أنت",
};

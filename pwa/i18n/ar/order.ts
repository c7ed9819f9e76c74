import type * as English from "#pwa/i18n/order";

export const orderStatusWords: typeof English.orderStatusWords = {
  Initiated: "قيد الإنشاء",
  "Payment Pending": "بانتظار الدفع",
  Confirmed: "مؤكد",
  "Payment Failed": "فشل الدفع",
  Cancelled: "ملغى",
  Refunded: "مسترد",
  Completed: "مكتمل",
};

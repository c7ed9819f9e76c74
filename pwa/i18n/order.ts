export const orderStatusWords = {
  Initiated: "Initiated",
  "Payment Pending": "Payment Pending",
  Confirmed: "Confirmed",
  "Payment Failed": "Payment Failed",
  Cancelled: "Cancelled",
  Refunded: "Refunded",
  Completed: "Completed",
};

/** A day of an order that was closed after it was ordered. */
export const holidayWords = {
  title: (day: string) => `No delivery on ${day}`,
  why: (name: string, when: string) =>
    `${name}. Until ${when} you can move your lunch to another day or get your money back. ` +
    "If you do nothing, what you paid goes back to where it came from.",
  late: (name: string) => `${name}. What you paid goes back to where it came from.`,
  move: "Move it",
  moveOf: (day: string) => `Move the lunch of ${day} to another day`,
  refund: "Get my money back",
  refundOf: (day: string) => `Cancel ${day} and get the money back`,
  moveTitle: (day: string) => `Move the lunch of ${day}`,
  to: "To which day?",
  none: "No other day of this week can take it",
  noneText:
    "Every other day is ordered, closed or full. You can get your money back, and order again for another week.",
  meal: (n: number, of: string) => (n > 1 ? `${n} × ${of}` : of),
  price: "You see the price, and confirm, on the next page.",
  next: "See the price",
};

export const phoneWords = {
  title: "Lunch on WhatsApp",
  text:
    "Where no notification reaches you. Switch on what you want to be told there; nothing is sent before. " +
    "WhatsApp sees your number, and messages say nothing about meals or amounts. Reply STOP to end them.",
  offline: "You can change this when you are online again.",
  numberHelp: "Without a country code we take +971.",
  send: "Send a code on WhatsApp",
  sent: (number: string) => `We sent a code to \u2066${number}\u2069 on WhatsApp.`,
  lost: (number: string) =>
    `The code did not arrive at \u2066${number}\u2069. Check the number, and that it is on WhatsApp.`,
  code: "Code from WhatsApp",
  validFor: "Valid for 10 minutes.",
  againIn: (clock: string) => `New code in ${clock}`,
  again: "Send a new code",
  confirm: "Confirm the number",
  other: "Use another number",
  proved: "Your number is confirmed",
  provedText: "Now switch on what you want to be told there.",
  told: (number: string) => `Messages go to \u2066${number}\u2069.`,
  none: "Nothing is sent until you switch something on.",
  help: {
    week: "Once, before a week closes.",
    desk: "On the day, when it was handed over.",
    allergen: "Of a meal that you ordered. A mail comes in any case.",
    payment: "When a payment failed and lunches wait for you.",
    till: "When a purchase waits until you confirm its amount.",
  } as Record<string, string>,
  change: "Change the number",
  remove: "Remove the number",
  removeAsk: "Nothing is sent to it any more. To use it again, you need a new code.",
  removed: "Your number is removed",
  removedText: "Nothing is sent there any more.",
};

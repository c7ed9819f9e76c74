import { count } from "#pwa/i18n/say";

/** The code that a person shows at the counter. */
export const payWords = {
  title: "Pay at the counter",
  text: "Show this code at the till. Your company’s share comes off first, then your wallet.",
  code: "Your code for the till",
  left: (seconds: number) => `New code in ${count(seconds, "second", "seconds")}`,
  stillGood: (time: string) => `You are offline. Only a till that is offline too takes this code, for ${time} more.`,
  typed: "The till has no camera? Read this out:",
  once: "Each code pays once and is soon replaced by another, so that nobody else can use yours.",
  again: "Show another code",
  offline: "A code needs a connection",
  offlineText:
    "Codes are made for a few minutes only, so that nobody else can use yours. Go online for a moment, or pay in cash or by card.",
  frozen: "Your code is blocked",
  frozenText:
    "You told us that a purchase was not yours. No till takes a code of yours until you make a new one. Codes of before never work again.",
  unfreeze: "Make a new code",
  failed: "Your code could not be made",
  asks: (till: string, place: string) => `${till}, ${place}`,
  askText: "This is more than goes on your account by itself, so the till waits for you.",
  confirm: (amount: string) => `Confirm ${amount}`,
  decline: "Decline",
  confirmed: (amount: string) => `You confirmed ${amount}. The till can finish the sale now.`,
  declined: "You declined. Nothing goes on your account. Show the new code if you still want to pay with it.",
  making: "Making your code",
  owed: (amount: string) =>
    `You still owe ${amount} for earlier lunches here that nothing in your wallet paid for. ` +
    "The next money that comes into your wallet pays it first.",
};

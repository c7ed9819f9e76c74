import { count } from "#pwa/i18n/say";

/** The status of a choice, on a plate and in a line, and whether it is stored safely. The first screens use these. */
export const marksWords = {
  waiting: "Waiting to send",
  sending: "Sending",
  needsYou: "Needs you",
  decide: "Decide",
  see: "See",
  phone: "What is saved and sent",
  safe: (n: number) => `Your ${count(n, "change is", "changes are")} safe on this device.`,
  notSaved: "This was not saved",
  notSavedText: "The device’s storage did not answer. Try again.",
};

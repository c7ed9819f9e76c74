/** The change to the other language. */
export const languageWords = {
  /** The other language, in itself. */
  other: "العربية",
  otherTag: "ar" as "ar" | "en",
  needsNetwork: "Arabic needs a connection the first time.",
};

import { list } from "#pwa/i18n/say";

/** A meal of which the allergens were corrected after it was ordered. */
export const correctedWords = {
  yours: (name: string) => `Check ${name}: an allergen was corrected`,
  other: (name: string) => `The allergens of ${name} were corrected`,
  on: (day: string) => `For ${day}.`,
  contains: (what: string[]) => `It contains ${list(what)}.`,
  mayContain: (what: string[]) => `It may contain ${list(what)}.`,
  noData: (what: string[]) => `We no longer name ${list(what)}.`,
  avoid: "Your profile says that you avoid this.",
  free: (when: string) => `Choose another, free of charge, until ${when}, or leave it out.`,
  late: "You can leave it out until lunch is brought. What you paid goes back to your wallet.",
  choose: "Choose another",
  chooseFor: (name: string, day: string) => `Choose another meal instead of ${name} for ${day}, free of charge`,
  leaveOut: "Leave it out",
  leaveOutOf: (name: string, day: string) => `Leave ${name} out of ${day}`,
  leftOut: (amount: string) => `It is left out. ${amount} went back to your wallet.`,
  leftOutFree: "It is left out.",
};

/** Who was told of corrected allergens, for operators. */
export const correctionsWords = {
  title: "Allergen corrections",
  text:
    "Each correction of a published meal, and who was told because they avoid what it has. " +
    "It is about people’s health: keep it to yourself.",
  none: "No corrections yet",
  noneText: "They come when the kitchen changes the allergens of a meal that is on a menu.",
  week: (day: string) => `Week from ${day}`,
  by: (who: string, when: string) => `${who || "Import"}, ${when}`,
  lunches: (n: number) =>
    n === 0 ? "nobody had it ahead" : n === 1 ? "1 lunch ahead had it" : `${n} lunches ahead had it`,
  nobody: "Nobody who had it avoids what it has.",
  erased: "Erased person",
  told: (when: string) => `told ${when}`,
  sent: (when: string) => `mail sent ${when}`,
  waiting: "mail not sent yet",
  letter: (id: string) => `Letter ${id}`,
};

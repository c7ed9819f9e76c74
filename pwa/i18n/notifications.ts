type Kind = { label: string; help: string };

export const notificationsWords = {
  title: "Notifications on this device",
  text: "Instead of a mail, and soon enough to act. Your lock screen shows no amounts, meals or allergens unless you choose so.",
  offline: "You can change this when you are online again.",
  turnOn: "Turn on for this device",
  turnOff: "Turn off for this device",
  cannot: {
    unsupported: "This browser cannot show notifications. You get mails as before.",
    install:
      "On an iPhone or iPad, add the app to your home screen first: tap Share, then Add to Home Screen, and open it from there.",
    denied:
      "Notifications of this site are blocked in this browser. Allow them in the browser’s settings for this site, then come back.",
  },
  kinds: {
    week: { label: "Choose for the week", help: "Once, before a week closes. Off means no mail either." },
    desk: { label: "Lunch is at its place", help: "On the day, when it was handed over." },
    allergen: { label: "Corrected allergens", help: "Of a meal that you ordered. A mail comes in any case." },
    payment: { label: "An order is not paid", help: "When a payment failed and lunches wait for you." },
    till: { label: "A till asks you", help: "When a purchase waits until you confirm its amount." },
  } as Record<string, Kind>,
  detail: "Show details",
  detailHelp: "Amounts, meals and places, also on a locked screen.",
  quiet: "Quiet hours",
  quietHelp: "Nothing is shown then, by the clock of Dubai. What can wait comes after.",
  quietFrom: "Quiet from",
  quietUntil: "Quiet until",
  history: "What you switched on and off",
  historyShow: "Show what you switched on and off",
  historyNone: "You have not switched anything on or off yet.",
  historyFailed: "This could not be loaded.",
  historyAgain: "Try again",
  historyMore: "Show earlier",
  switched: (subject: string, given: boolean, byMail: boolean) =>
    `${subject}${byMail ? ", by mail" : ""}: ${given ? "on" : "off"}`,
  read: (text: string) => `You read: “${text}”`,
  subjects: {
    device: "Notifications in a browser",
    detail: "Details on the lock screen",
    week: "Choose for the week",
    desk: "Lunch is at its place",
    allergen: "Corrected allergens",
    payment: "An order is not paid",
    till: "A till asks you",
  } as Record<string, string>,
  ways: {
    page: "on this page",
    renewed: "signed in again in that browser",
    link: "by a tap on a notification",
    gone: "the browser takes none any more",
    session: "signed out",
    operator: "signed out by our team",
    erasure: "account deleted",
    before: "before this list began",
  } as Record<string, string>,
};

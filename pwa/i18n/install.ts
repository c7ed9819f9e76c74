import { count, product } from "#pwa/i18n/say";

export const installWords = {
  title: "Keep lunch one tap away",
  lead: `Adds ${product} to your home screen. Under 2 MB.`,
  offline: "Opens without a connection",
  offlineText: "Four weeks of menu stay on your device",
  badge: "The icon tells what waits",
  badgeText: "A number while changes are not sent yet",
  faster: "Faster than the website",
  fasterText: "No store, no update screens",
  install: "Install",
  notNow: "Not now",
  stepsTitle: `Add ${product} to your home screen`,
  stepsLead: "Three taps in Safari.",
  // The words between stars are Safari's.
  stepShare: "Tap *Share* in the bar below",
  stepAdd: "Choose *Add to Home Screen*",
  stepDone: "Tap *Add*",
  gotIt: "Got it",
  unsent: (n: number) =>
    `${count(n, "change is", "changes are")} not sent yet. Go online here first: the new icon begins with what was sent.`,
  payingElsewhere: "Another window is at checkout. This goes on when it is done.",
};

/** What the home screen says about the app, and where a long press on its icon leads. */
export const manifestWords = {
  screens: {
    week: "Your week at a glance",
    meals: "Choose meals, also without a connection",
    checkout: "What your company pays, and what you pay",
  },
  orderNext: "Order lunches",
  history: "Order history",
  menu: "The menu",
};

import { count } from "#pwa/i18n/say";

/** What every form says. */
export const formWords = {
  optional: (label: string) => `${label} (optional)`,
  check: (n: number) => `${count(n, "answer needs", "answers need")} another look.`,
  offline: "You are offline. What you typed is kept here; send it when you are back online.",
  notReached: "We could not reach the kitchen. What you typed is kept here; please try again.",
  wait: (time: string) => `Too many tries. Try again ${time}.`,
  name: "Full name",
  email: "Email",
  workEmail: "Work email",
  mobile: "Mobile",
  mobileHelp: "So that the driver can reach you. Without a country code we take +971.",
  choose: "Choose…",
  save: "Save",
  cancel: "Cancel",
  edit: "Edit",
  newPassword: "New password",
  passwordHelp: "At least 10 characters. A few words together are easy to remember.",
  showPassword: "Show password",
  hidePassword: "Hide password",
};

/** When something may be tried again. */
export const whenWords = {
  within: (clock: string) => `in ${clock}`,
  at: (clock: string) => `at ${clock}`,
  on: (day: string, clock: string) => `on ${day} at ${clock}`,
};

export const addressWords = {
  label: "Name of this place",
  labelHelp: "What you call it: Home, Head office, Warehouse 4.",
  line: "Address",
  lineHelp: "Street, building, floor and unit.",
  area: "Area",
  areaHelp: "Each area has its own delivery time.",
  areaOption: (area: string, areaAr: string | undefined, from: string, until: string) =>
    `${areaAr ? `${area} · ${areaAr}` : area}, ${from}–${until}`,
  areasMissing: "The list of areas comes when you are online.",
  areasWaiting: "Loading the areas…",
  suggestions: "Suggestions",
  suggestionsFound: (n: number) => count(n, "suggestion", "suggestions"),
};

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

const short = ["Mon", "Tue", "Wed", "Thu", "Fri"];

/** Weekdays in rising order, Monday is 1: "Mon–Thu", or "Mon, Wed" where some between are missing. */
function daysShort(days: readonly number[]) {
  const names = days.map((n) => short[n - 1] ?? "");
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  return days.length > 2 && last - first === days.length - 1 ? `${names[0]}–${names.at(-1)}` : names.join(", ");
}

/** A server before this app's version does not say on which weekdays a window delivers, nor that it does only in Ramadan. */
type Window = {
  area: string;
  area_ar?: string;
  from: string;
  until: string;
  weekdays?: readonly number[];
  ramadan_only?: boolean;
};

export const addressWords = {
  label: "Name of this place",
  labelHelp: "What you call it: Home, Head office, Warehouse 4.",
  line: "Address",
  lineHelp: "Street, building, floor and unit.",
  area: "Area",
  areaHelp: "Each area has its own delivery time.",
  areaOption: ({ area, area_ar, from, until, weekdays, ramadan_only }: Window) =>
    `${area_ar ? `${area} · ${area_ar}` : area}, ${from}–${until}${weekdays && weekdays.length < 5 ? ` · ${daysShort(weekdays)}` : ""}` +
    (ramadan_only ? " · only in Ramadan" : ""),
  areasMissing: "The list of areas comes when you are online.",
  areasWaiting: "Loading the areas…",
  suggestions: "Suggestions",
  suggestionsFound: (n: number) => count(n, "suggestion", "suggestions"),
};

import { count } from "#pwa/i18n/say";

const lunches = (n: number) => count(n, "ordered lunch", "ordered lunches");

/** Ramadan, and Fridays, with times of their own. */
export const seasonsWords = {
  title: "Ramadan and Fridays",
  text: "Days on which lunch comes at other times, or orders close earlier.",
  none: "No such days ahead",
  noneText: "Every window keeps its times, and orders close as usual.",
  ramadan: "Ramadan",
  friday: "Fridays",
  add: { ramadan: "Add Ramadan", friday: "Add Fridays" },
  span: (first: string, last: string) => `${first} – ${last}`,
  since: (first: string) => `From ${first}`,
  firstExpected: "First day expected",
  lastExpected: "Last day expected",
  earlier: (n: number) => `Orders close ${count(n, "hour", "hours")} earlier`,
  nowAt: (times: string) => `comes at ${times}`,
  takesNone: "takes no new lunches",
  change: "Change",
  changeOf: (what: string, first: string) => `Change ${what} from ${first}`,
  remove: "Remove",
  removeOf: (what: string, first: string) => `Remove ${what} from ${first}`,
  first: "First day",
  last: "Last day",
  lastHelp: "Empty: until further notice.",
  firstMoves: "The moon decides on the first day, and it may move",
  lastMoves: "The moon decides on the last day, and it may move",
  hours: "Orders close earlier by how many hours",
  hoursHelp: "0 to 48. What is ordered keeps its cut-off.",
  windows: "Times of each window",
  windowsText: "A window without times here keeps its own.",
  window: (area: string, times: string) => `${area}, ${times}`,
  onlyThen: (window: string) => `${window} · only in Ramadan`,
  from: "From",
  until: "Until",
  takesNoneThen: "Takes no new lunches on these days",
  day: "Choose a day.",
  lastWrong: "Choose the first day or a later one, at most 30 days later in Ramadan.",
  hoursWrong: "Enter a number from 0 to 48.",
  both: "Enter both times, the second one later.",
  moves: (n: number) =>
    n === 1
      ? `${lunches(n)} comes at another time by this. The person who ordered it gets a letter.`
      : `${lunches(n)} come at other times by this. The people who ordered them get a letter.`,
  outside: (n: number) =>
    n === 1
      ? `${lunches(n)} of a window that exists only in Ramadan is not brought by this. The person who ordered it gets a letter, ` +
        "and moves it or is paid back."
      : `${lunches(n)} of windows that exist only in Ramadan are not brought by this. The people who ordered them get a letter, ` +
        "and move them or are paid back.",
  anyway: (n: number) => `Save and change ${count(n, "lunch", "lunches")}`,
  saved: "Saved",
  removeTitle: (what: string, first: string) => `Remove ${what} from ${first}?`,
  removeText: "Lunch comes at the windows’ own times again, and orders close as usual.",
  removed: "Removed",
};

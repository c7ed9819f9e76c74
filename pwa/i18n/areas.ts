import { count, list } from "#pwa/i18n/say";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const deliveries = (n: number) => count(n, "future delivery", "future deliveries");
const places = (n: number) => count(n, "address", "addresses");
const bring = (n: number) =>
  n > 0 ? ` ${deliveries(n)} ${n === 1 ? "is" : "are"} still cooked and brought at the usual time.` : "";
const need = (n: number) =>
  n > 0
    ? ` ${places(n)} here ${n === 1 ? "needs" : "need"} another window before anybody can order to ${n === 1 ? "it" : "them"} again.`
    : "";

export const areasWords = {
  title: "Delivery areas",
  text: "Where lunch is brought, and when. People choose among the open windows, in this order.",
  none: "No area yet",
  noneText: "Nobody can register or order before there is an area with a window.",
  add: "Add an area",
  edit: "Edit",
  editOf: (name: string) => `Edit ${name}`,
  up: (name: string) => `Move ${name} up`,
  name: "Name",
  nameAr: "Name in Arabic",
  open: "Takes new deliveries",
  closed: "Closed",
  windowless: "No window yet: nobody can choose this area.",
  addWindow: "Add a window",
  addWindowTo: (name: string) => `Add a window to ${name}`,
  window: (from: string, until: string) => `${from}–${until}`,
  windowOf: (name: string, from: string, until: string) => `${name}, ${from}–${until}`,
  change: (from: string, until: string) => `Change ${from}–${until}`,
  from: "From",
  until: "Until",
  uses: (many: number, coming: number) => list(coming > 0 ? [places(many), deliveries(coming)] : [places(many)]),
  moves: (n: number) =>
    `${deliveries(n)} ${n === 1 ? "uses" : "use"} this window and ${n === 1 ? "is" : "are"} brought at the new time.`,
  movesFrom: (n: number, day: string) =>
    `${deliveries(n)} from ${day} on ${n === 1 ? "uses" : "use"} this window and ${n === 1 ? "is" : "are"} brought at the new time.`,
  told: "The people who ordered them get a letter.",
  movesNow: (n: number) =>
    n === 1
      ? "One ordered lunch comes at another time by this. The person who ordered it gets a letter."
      : `${n} ordered lunches come at other times by this. The people who ordered them get a letter.`,
  anyway: (n: number) => `Save and change ${count(n, "lunch", "lunches")}`,
  begins: "Begins on",
  beginsHelp: "Today is at once. On a later day it is for lunches of that day and later ones.",
  wrongDay: "Choose today or a day of the coming year.",
  replaces: (day: string) => `It replaces what was planned from ${day}.`,
  next: (day: string) => `From ${day}:`,
  becomesClosed: "closed",
  becomesOpen: "takes new deliveries",
  unlimited: "no limit",
  withdraw: "Take back",
  withdrawOf: (name: string) => `Take back the planned change of ${name}`,
  withdrawText: (n: number) =>
    n > 0
      ? `It stays as it is now. ${deliveries(n)} ${n === 1 ? "keeps" : "keep"} today’s time, and people who were told another get a letter.`
      : "It stays as it is now.",
  withdrawn: "Taken back",
  closingFrom: (day: string, many: number, coming: number) =>
    `From ${day} on nobody can order to here any more.${bring(coming)}${need(many)}`,
  weekdays: "Delivers on",
  weekday: (n: number) => weekdays[n - 1] ?? "",
  weekdayShort: (all: readonly number[]) => list(all.map((n) => (weekdays[n - 1] ?? "").slice(0, 3))),
  ramadanOnly: "Only in Ramadan",
  ramadanOnlyHelp:
    "For iftar or suhoor, on the days of Ramadan under Closed days. It stays so. " +
    "After midnight it belongs to the date on which it begins: " +
    "a suhoor at 3:15 on Tuesday is ordered for Tuesday, and closes with it.",
  noWeekday: "Choose at least one weekday.",
  capacity: "Most deliveries a day",
  capacityHelp: "One for each person, however many portions. Empty: no limit.",
  capacityWrong: "Enter a whole number, or nothing.",
  atMost: (n: number) => `at most ${n} a day`,
  leaves: (n: number, day: number) =>
    `${deliveries(n)} ${n === 1 ? "uses" : "use"} this window on ${weekdays[day - 1]}s; ${n === 1 ? "it stays" : "they stay"}.`,
  fuller: (most: number) =>
    `The fullest day has ${count(most, "delivery", "deliveries")} already; ${most === 1 ? "it stays" : "they stay"}, ` +
    "and that day takes no more.",
  closing: (many: number, coming: number) => `Nobody can order to here any more.${bring(coming)}${need(many)}`,
  saved: "Saved",
  missing: "Enter a name.",
  time: "Enter a time.",
  after: "It must be after the start.",
};

import { areasWords as words } from "#pwa/i18n/areas";
import { longDate } from "#pwa/i18n/say-day";
import type { Window } from "#pwa/office/settings/areas";
import { serverNow } from "#pwa/offline/sync/server-now";
import { addDays, dateAt, weekdayOf } from "#pwa/rules/week/date";

export const week = [1, 2, 3, 4, 5];

/** What a window has to be from a day on, as it was typed. */
export type Wanted = { from: string; until: string; weekdays: readonly number[]; capacity: number; begins: string };

/** Why a change cannot begin on a day. */
export const beginsFault = (begins: string) => {
  const today = dateAt(serverNow());
  return begins >= today && begins <= addDays(today, 366) ? undefined : words.wrongDay;
};

/** The day on which a change begins, as it is sent: nothing for today, which is at once. */
export const laterDay = (begins: string): { begins?: string } => (begins > dateAt(serverNow()) ? { begins } : {});

const ahead = (window: Window, from: string) =>
  Object.entries(window.ahead).filter(([date]) => date >= from || from <= dateAt(serverNow()));

/** How many deliveries a window has from a day on. */
export const deliveriesFrom = (window: Window, from: string) => ahead(window, from).reduce((all, [, n]) => all + n, 0);

/** How many deliveries come at another time by a change: also those that would have come at another one by what it replaces. */
export function movedBy(window: Window, wanted: Wanted): number {
  const today = dateAt(serverNow());
  const times = (date: string, by: { begins: string; from: string; until: string } | undefined) => {
    const { from, until } = by && (date >= by.begins || by.begins <= today) ? by : window;
    return `${from}–${until}`;
  };
  return Object.entries(window.ahead)
    .filter(([date]) => times(date, window.next ?? undefined) !== times(date, wanted))
    .reduce((all, [, n]) => all + n, 0);
}

/** What new weekdays and another capacity leave as it is, in sentences. */
export function staying(window: Window, { weekdays, capacity, begins }: Wanted): string[] {
  const days = ahead(window, begins);
  const on = (n: number) => days.reduce((all, [date, many]) => all + (weekdayOf(date) + 1 === n ? many : 0), 0);
  const left = window.weekdays.filter((n) => !weekdays.includes(n) && on(n) > 0);
  const fullest = Math.max(0, ...days.map(([, many]) => many));
  const fuller = capacity > 0 && capacity !== window.capacity && capacity <= fullest;
  return [...left.map((n) => words.leaves(on(n), n)), ...(fuller ? [words.fuller(fullest)] : [])];
}

/** What new times and closing a window affect, in sentences. */
export function moving(window: Window, open: boolean, wanted: Wanted): string[] {
  const many = deliveriesFrom(window, wanted.begins);
  const later = laterDay(wanted.begins).begins;
  const moves = many > 0 && (wanted.from !== window.from || wanted.until !== window.until);
  const closes = !open && !window.closed;
  return [
    ...(moves ? [later ? words.movesFrom(many, longDate(later)) : words.moves(many), words.told] : []),
    ...(closes
      ? [later ? words.closingFrom(longDate(later), window.places, many) : words.closing(window.places, many)]
      : []),
    ...(window.next ? [words.replaces(longDate(window.next.begins))] : []),
  ];
}

import type { Alternative, DraftDoc, DraftItem, Op } from "#pwa/offline/wire";

/** A person's draft for a date, as this device knows it. */
export type DraftDay = {
  date: string;
  items: DraftItem[];
  /** The newest revision of the day that arrived from the server; 0 when it has none. */
  rev: number;
  address_id?: string | null;
  /** The revision of the order that an edit of an ordered day starts from. */
  base?: number | null;
  /** Part of it is saved here and not sent. */
  unsent: boolean;
  /** Versions that arrived late from another device and wait for a decision. */
  alternatives: Alternative[];
};

/** The server's days with the local changes on top, oldest first. A later change of a day replaces it whole. */
export function view(base: readonly DraftDoc[], ops: readonly Op[]): Map<string, DraftDay> {
  const days = new Map<string, DraftDay>();
  for (const { date, rev, items, address_id, base: from, alt } of base) {
    days.set(date, { date, rev, items, address_id, base: from, unsent: false, alternatives: alt ?? [] });
  }
  for (const { a } of ops) {
    const { rev = 0, alternatives = [] } = days.get(a.date) ?? {};
    const { date, items, address_id, base: from } = a;
    days.set(date, { date, rev, items, address_id, base: from, unsent: true, alternatives });
  }
  return new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1)));
}

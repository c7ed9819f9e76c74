// Everything that a till stores, in a database of its own beside those of persons. An event is deleted only after the
// server has had it for as long as the terms say.
import { Dexie, type EntityTable, type Table } from "dexie";
import { within } from "#pwa/offline/db";
import { endsWithPage } from "#pwa/offline/ends-with-page";
import { strict } from "#pwa/offline/strict";
import type { MenuWeek, TillEventDetail, TillTerms } from "#pwa/offline/wire";

export const tillDbName = "sahn-till";

/** Who this tablet is. The key never leaves the browser's storage, not even for our own code. */
export type Identity = {
  till: string;
  prefix: string;
  key: CryptoKey;
  /** Authenticates receipts, so that a scanned one is known to be this till's. */
  receiptKey: CryptoKey;
};

/** Numbers that are given out once. Each is raised in the transaction that stores what bears it. */
export type Counters = {
  /** The sequence number of the last event. */
  q: number;
  /** The number of the last receipt. */
  receipt: number;
  /** How many of this till's events the server said that it has. When it has fewer, it was restored from an older backup. */
  had: number;
  /** The time in the newest id, ms, so that ids only rise. */
  idTime: number;
};

/** What is known of the server's clock: the offset to add to ours, and when it was measured by our clock and by the monotonic one. */
export type ClockOffset = { off: number; at: number; mono: number; sitting: number };

/** The cart of a sale that is not sold. */
export type KeptCart = { lines: CartLine[]; readNote: string };
export type CartLine = { meal: string; qty: number };

type Notes = {
  identity: Identity;
  /** Earlier identities of this tablet: events that it did not send are signed for them. */
  former: Identity[];
  /** The key of a pairing that has begun: the same one is offered until the server answers. */
  pairing: CryptoKeyPair;
  /** Since when the server no longer accepts this till, ms. */
  revoked: number;
  /** Since when the server refuses this till because its company is not active, ms. */
  stopped: number;
  /** Since when the server says that it does not know this till, ms. */
  unknown: number;
  counters: Counters;
  clock: ClockOffset;
  terms: { terms: TillTerms; at: number };
  /** The id of the shift that is open. */
  shift: string;
  cart: KeptCart;
};
export type Note = { [K in keyof Notes]: { key: K; value: Notes[K] } }[keyof Notes];

/** A meal keeps both its names, so that a sale is read in the language of whoever looks. An older version of the app kept one. */
export type MealNames = { name: string; name_ar?: string };

export type SaleLine = MealNames & { meal: string; qty: number; price: number };

/** A sale as its receipt shows it. Amounts are fils. */
export type Sale = {
  receipt: number;
  shift: string;
  day: string;
  lines: SaleLine[];
  /** The price of the lines for a walk-in, and the price that applies. */
  gross: number;
  total: number;
  cash: number;
  given: number;
  terminal: number;
  reference: string;
  account: number;
  buyer: string;
  note: string;
  /** The percent of VAT in it, that of its day. Missing when an older version of the app sold it. */
  vat_rate?: number;
  /** The receipt was printed; a reprint needs a reason. */
  printed: boolean;
  voided?: { at: number; why: string };
};

export type TillEventKind = "sale/1" | "void/1" | "reprint/1" | "open/1" | "close/1";

/** An event at this till: its bytes, and what became of it. A row that waits belongs to the queue. */
export type TillEvent = {
  q: number;
  id: string;
  till: string;
  kind: TillEventKind;
  text: string;
  /** When it happened, by the server's clock as far as that was known, ms. */
  at: number;
  /** left: from an earlier pairing of this tablet, which the server no longer accepts. */
  state: "waiting" | "booked" | "aside" | "left";
  detail?: TillEventDetail;
  /** When the server answered, by its clock, ms. */
  settledAt?: number;
  /** The sale that it is about. */
  about?: string;
  /** The proof of the buyer's code, which buys once. */
  proof?: string;
  sale?: Sale;
};

/** What went through a drawer, less what was given back out of it. */
export type Sums = {
  sales: number;
  voids: number;
  total: number;
  cash: number;
  terminal: number;
  account: number;
  /** The VAT inside, line by line. Missing when an older version of the app opened the drawer. */
  vat?: number;
  /** The rates of VAT of its sales, percent; missing in the same way. */
  vat_rates?: number[];
  meals: Record<string, MealNames & { qty: number; total: number }>;
};

/** A drawer from its opening to its count. */
export type Shift = {
  id: string;
  till: string;
  who: string;
  day: string;
  openedAt: number;
  float: number;
  sums: Sums;
  closedAt?: number;
  counted?: number;
};

export type KeptMenu = { hash: string; menu: MenuWeek };

export type TillDb = Dexie & {
  notes: Table<Note, string>;
  facts: EntityTable<TillEvent, "q">;
  shifts: EntityTable<Shift, "id">;
  menus: EntityTable<KeptMenu, "hash">;
};

/** The schema version, raised with each change of what is stored. An event's text belongs to the server and stays as it was saved. */
export const tillSchema = 1;

/** Opens or creates the till's database. Rejects when the storage does not answer within 3 s or was written by a newer app. */
export async function openTillDb(onLost: () => void): Promise<TillDb> {
  const { indexedDB } = Dexie.dependencies;
  const db = new Dexie(tillDbName, {
    indexedDB: indexedDB && endsWithPage(strict(indexedDB, tillSchema)),
    cache: "disabled",
    // A customer may already hold the printed receipt, so its number must be on the disk before the transaction completes.
    chromeTransactionDurability: "strict",
  }) as TillDb;
  db.version(tillSchema).stores({
    notes: "key",
    facts: "q, &id, state, about, proof",
    shifts: "id, openedAt",
    menus: "hash",
  });
  db.on("versionchange", () => {
    db.close();
    onLost();
  });
  await within(db.open()).catch((cause) => {
    db.close();
    throw cause;
  });
  return db;
}

/** Reads one note; undefined when there is none. */
export async function note<K extends keyof Notes>(db: TillDb, key: K): Promise<Notes[K] | undefined> {
  return (await db.notes.get(key))?.value as Notes[K] | undefined;
}

/** Stores one note in place of the earlier one. */
export async function writeNote<K extends keyof Notes>(db: TillDb, key: K, value: Notes[K]): Promise<void> {
  await db.notes.put({ key, value } as Note);
}

export const noCounters: Counters = { q: 0, receipt: 0, had: 0, idTime: 0 };

/** The numbers so far; a till that an older app stored gets the missing ones. */
export const countersOf = async (db: TillDb): Promise<Counters> => ({
  ...noCounters,
  ...(await note(db, "counters")),
});

/** The states of events that no server is known to have; for a till that the server does not know, also acknowledged ones. */
export const unbooked = async (db: TillDb): Promise<TillEvent["state"][]> => [
  "waiting",
  "left",
  ...((await note(db, "unknown")) ? (["booked", "aside"] as const) : []),
];

export const noSums = (): Sums => ({
  sales: 0,
  voids: 0,
  total: 0,
  cash: 0,
  terminal: 0,
  account: 0,
  vat: 0,
  meals: {},
});

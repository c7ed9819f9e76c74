// Everything that a till stores, in a database of its own beside those of persons. An event is deleted only after the
// server has had it for as long as the terms say.
import { Dexie, type EntityTable, type Table } from "dexie";
import { strict, within } from "#pwa/offline/db";
import type { FactDetail, MenuWeek, TillTerms } from "#pwa/offline/wire";

export const tillDbName = "sahn-till";

/** Who this tablet is. The key never leaves the browser's storage, not even for our own code. */
export type Identity = {
  till: string;
  prefix: string;
  key: CryptoKey;
  /** Marks receipts, so that one that is scanned is known to be this till's. */
  receiptKey: CryptoKey;
};

/** Numbers that are given out once. They are raised in the transaction of what bears them. */
export type Counters = {
  /** Of everything that happened here, in its order. */
  q: number;
  /** The last receipt's. */
  receipt: number;
  /** How many of this till's facts the server said that it has. When it has fewer, it came back from an older copy. */
  had: number;
  /** The time in the newest id, ms, so that ids only rise. */
  idTime: number;
};

/** What was learnt of the server's clock: what to add to ours, and when that was by ours and by the one that nobody sets. */
export type Learnt = { off: number; at: number; mono: number; sitting: number };

/** What somebody has put together and not sold. */
export type KeptCart = { lines: CartLine[]; note: string };
export type CartLine = { meal: string; qty: number };

type Notes = {
  identity: Identity;
  /** Who this tablet was before: the marks of what it did not send are theirs. */
  former: Identity[];
  /** A key that a pairing has begun with: the same one is offered until there is an answer. */
  pairing: CryptoKeyPair;
  /** Since when the server does not listen to this till, ms. */
  revoked: number;
  /** Since when the server says that it does not know this till, ms. */
  unknown: number;
  counters: Counters;
  clock: Learnt;
  terms: { terms: TillTerms; at: number };
  /** The id of the shift that is open. */
  shift: string;
  cart: KeptCart;
};
export type Note = { [K in keyof Notes]: { key: K; value: Notes[K] } }[keyof Notes];

export type SaleLine = { meal: string; name: string; qty: number; price: number };

/** A sale as its receipt tells it. Amounts are fils. */
export type Sale = {
  receipt: number;
  shift: string;
  day: string;
  lines: SaleLine[];
  /** What the lines would cost a walk-in, and what they cost. */
  gross: number;
  total: number;
  cash: number;
  given: number;
  terminal: number;
  reference: string;
  account: number;
  buyer: string;
  note: string;
  /** The receipt was printed, and another one needs a reason. */
  printed: boolean;
  voided?: { at: number; why: string };
};

export type FactKind = "sale/1" | "void/1" | "reprint/1" | "open/1" | "close/1";

/** Something that happened here: its bytes, and what became of it. A row that waits is the queue's. */
export type Fact = {
  q: number;
  id: string;
  till: string;
  kind: FactKind;
  text: string;
  /** When it happened, by the server's clock as far as that was known, ms. */
  at: number;
  /** left: of an earlier pairing of this tablet, which nobody listens to any more. */
  state: "waiting" | "booked" | "aside" | "left";
  detail?: FactDetail;
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
  meals: Record<string, { name: string; qty: number; total: number }>;
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
  facts: EntityTable<Fact, "q">;
  shifts: EntityTable<Shift, "id">;
  menus: EntityTable<KeptMenu, "hash">;
};

/** Raised with each change of what is kept. A fact's text is the server's business and stays as it was saved. */
export const tillSchema = 1;

/** Opens the till's database, or makes it. Rejects when the storage is silent for 3 s or was written by a newer app. */
export async function openTillDb(onLost: () => void): Promise<TillDb> {
  const { indexedDB } = Dexie.dependencies;
  const db = new Dexie(tillDbName, {
    indexedDB: indexedDB && strict(indexedDB, tillSchema),
    cache: "disabled",
    // A receipt may be in somebody's hand: its number must be on the disk, not on the way to it.
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

/** Keeps one note in place of what stood there. */
export async function keep<K extends keyof Notes>(db: TillDb, key: K, value: Notes[K]): Promise<void> {
  await db.notes.put({ key, value } as Note);
}

export const noCounters: Counters = { q: 0, receipt: 0, had: 0, idTime: 0 };

/** The numbers so far, also those of a till that an older app kept. */
export const countersOf = async (db: TillDb): Promise<Counters> => ({
  ...noCounters,
  ...(await note(db, "counters")),
});

/** The states of what no server is known to have: of a till that the server does not know, also what it had acknowledged. */
export const unbooked = async (db: TillDb): Promise<Fact["state"][]> => [
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

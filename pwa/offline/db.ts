// Everything that the device stores, in one database per profile. No profile's database is opened for another person, and a
// storage error never deletes anything.
import type { Dexie, EntityTable, Table } from "dexie";
import { create } from "zustand";
import type {
  Address,
  AmendmentRequest,
  Book,
  CookingDay,
  DraftDoc,
  HandoverEvent,
  Live,
  Meal,
  MealEdit,
  MenuIndex,
  MenuWeek,
  Op,
  Order,
  OwnCompany,
  PlannedDays,
  Production,
  Purchase,
  ResultCode,
  SavedCard,
  Terms,
  WalletEntry,
} from "#pwa/offline/wire";

/** The sync's own state: one row, read and written by the sync alone. */
export type Meta = {
  /** The id of this device, made with this database and deleted with it. */
  dev: string;
  /** The epoch. It is raised when earlier state no longer counts, and an answer to a request of an earlier epoch is ignored. */
  era: number;
  nextN: number;
  /** The highest operation number that may have left the device. */
  sentN: number;
  /** The highest operation number whose result is stored. */
  done: number;
  cur: number;
  /** What to add to the device's clock to get the server's, and when, by the device's clock, that was learnt. */
  off?: number;
  offAt?: number;
  /** When the server last answered, by its own clock, ms. */
  lastSync?: number;
  /** The server's version tag for what is kept under "live" and "hashes", and for the limits. */
  tag?: string;
  limits?: { ops: number; bytes: number };
};

/** A result that the person must see. The id is the operation's. */
export type Note = { id: string; date: string; code: ResultCode; detail?: unknown; at: number };

export type KeptMenu = { hash: string; week: string; menu: MenuWeek; at: number };

/** A checkout whose answer has not arrived: the key is sent again until it has. */
export type PendingHandoff = { key: string; quote: string; wallet: boolean; revs: Record<string, number> };

/** A change of an order whose answer has not arrived; `version` is the order's that it was agreed on. */
export type PendingAmendment = Omit<AmendmentRequest, "dev" | "seen"> & { version: number };

/**
 * What the person set on this device: the days they want, what they filter by (`everything` shows also what does not fit
 * their diet), and whether a full day stays in view.
 */
export type Choices = {
  days: string[];
  filters: {
    cuisines: number[];
    diets: string[];
    without: string[];
    protein: boolean;
    light: boolean;
    everything?: boolean;
  };
  stays: boolean;
};

/** What the person saw when they chose, by date: the meals as the menu showed them, and the terms. */
export type Seen = Record<string, { meals: Meal[]; terms: Terms }>;

/** The newest entries of the wallet as the server last sent them, at its time. */
export type KeptWallet = { entries: WalletEntry[]; total: number; balance: number; owed?: number; at: number };

/** A mark that waits, with its date, person and name, in case the day is another one when it is answered. */
export type KeptMark = HandoverEvent & { of?: { date: string; person: string; name: string } };

export type RefusedMark = KeptMark & { reason: string };

/** What is cooked: the list as it was seen `at`, each date as it was `seen`, ms, and how many times the server has `taken` marks. */
export type Cooking = {
  days: CookingDay[];
  dates: Record<string, Production>;
  at: number;
  seen?: Record<string, number>;
  taken?: number;
};

export type StoredValues = {
  live: Live;
  hashes: Record<string, string>;
  index: MenuIndex;
  addresses: Address[];
  handoff: PendingHandoff;
  amendment: PendingAmendment;
  choices: Choices;
  seen: Seen;
  wallet: KeptWallet;
  /** The newest purchases at counters, and whether there are older ones. */
  /** The newest purchase that the person said was theirs. */
  bought: { seen: string };
  purchases: { list: Purchase[]; next: string; at: number };
  cards: { list: SavedCard[]; at: number };
  company: { company: OwnCompany; at: number };
  /** An operator's: what is cooked, and what was marked and is not sent. */
  cooking: Cooking;
  marks: KeptMark[];
  /** An operator's: marks that were refused, until a person has read the refusal. */
  refused: RefusedMark[];
  /** An operator's: the meals of the kitchen as last seen, and by their ids those that were changed here and are not saved. */
  book: { book: Book; at: number };
  meals: Record<string, MealEdit>;
  /** An operator's: weeks, by their Monday, that are planned here and not saved: over which revision, from what, to what. */
  planned: Record<string, { rev: number; base: PlannedDays; days: PlannedDays }>;
};

export type StoredValue = { [K in keyof StoredValues]: { key: K; value: StoredValues[K] } }[keyof StoredValues];

export type Db = Dexie & {
  meta: Table<Meta, "device">;
  base: EntityTable<DraftDoc, "date">;
  ops: EntityTable<Op, "n">;
  notes: EntityTable<Note, "id">;
  orders: EntityTable<Order, "id">;
  menus: EntityTable<KeptMenu, "hash">;
  facts: Table<StoredValue, string>;
};

type Device = {
  db: Db | null;
  problem: null | "reload" | "blocked" | "stuck";
  /** The browser forbids storage: what is here lasts as long as the page. */
  forgets: boolean;
};

/** The open database, and what is wrong with it. */
export const useDevice = create<Device>(() => ({ db: null, problem: null, forgets: false }));

/** Who a device without a sign-in belongs to: only public menus are kept under this name. */
export const visitor = "visitor";

/** No page needs Dexie or the sync for its first picture, so they come beside the page, in one file. */
const loadDexie = () => import("#pwa/offline/dexie");
let loaded: Awaited<ReturnType<typeof loadDexie>> | undefined;

/** What came with the database, for code that has an open one. */
export function withDb() {
  if (!loaded) throw new Error("no database was opened");
  return loaded;
}

/** Dexie's live query, for code that has an open database. */
export const liveQuery = <T>(read: () => Promise<T>) => withDb().liveQuery(read);

const storageTimeout = 3000;
export const dbName = (profileId: string) => `sahn-${profileId}`;

/** Whose database it is. */
export const ownerOf = (db: Db) => db.name.slice("sahn-".length);

/** The name of the cookie that counts what waits in a profile's database, should the browser delete everything else. */
export const waitingMark = (owner: string) => `sahn-waits-${owner}`;

/** How much waited there when it was last counted. */
export const noted = (owner: string) =>
  Number(new RegExp(`(?:^|; )${waitingMark(owner)}=(\\d+)`).exec(document.cookie)?.[1] ?? 0);

/** The errors of browsers that have no storage, or forbid its use. */
const forbidden = ["MissingAPIError", "SecurityError", "NotAllowedError"];

/** Whether a database was made by a newer version of the app than this one. */
export const isNewer = (cause: unknown) => (cause as Error).name === "VersionError";

/**
 * Opens a profile's database. A storage that does not answer within 3 s is asked once more; if it stays silent the
 * screen is read-only. Where storage is forbidden, an in-memory database takes its place. Nothing is ever deleted to make an
 * opening succeed, and a database that `isNewer` is not touched.
 */
export async function openDb(profileId: string): Promise<Db> {
  for (let attempt = 1; ; attempt++) {
    let db: Db | undefined;
    try {
      loaded ??= await loadDexie();
      db = declared(loaded, profileId);
      await within(db.open());
      useDevice.setState({ problem: null });
      return db;
    } catch (cause) {
      db?.close();
      if (isNewer(cause)) throw cause;
      if (attempt === 1 && forbidden.includes((cause as Error).name)) await toMemory().catch(() => undefined);
      if (attempt === 2) {
        useDevice.setState({ problem: "stuck" });
        throw cause;
      }
    }
  }
}

async function toMemory(): Promise<void> {
  await (await loadDexie()).inMemory();
  useDevice.setState({ forgets: true });
}

function declared({ profileDb }: Awaited<ReturnType<typeof loadDexie>>, profileId: string): Db {
  const db = profileDb(dbName(profileId)) as Db;
  // A newer version waits in another tab, or the person signed out there: close it at once.
  db.on("versionchange", (event) => {
    db.close();
    if (useDevice.getState().db === db && event.newVersion !== null) useDevice.setState({ problem: "reload" });
  });
  db.on("blocked", () => useDevice.setState({ problem: "blocked" }));
  // The system may end a connection while the app sleeps. The data is still there, so open it again at once. The connection's
  // own close event comes after Dexie has let go of it; Dexie's event comes before that, and also when we close it.
  const inUse = () => useDevice.getState().db === db;
  const why = (cause: unknown) => ({ problem: isNewer(cause) ? ("reload" as const) : ("stuck" as const) });
  const again = () => {
    if (inUse()) within(db.open()).catch((cause) => inUse() && useDevice.setState(why(cause)));
  };
  db.on("ready", () => db.backendDB().addEventListener("close", again), true);
  return db;
}

/** Deletes a profile's database; false when another tab keeps it open and it could not be done in 3 s. */
export async function deleteDb(profileId: string): Promise<boolean> {
  return within(loadDexie().then(({ Dexie }) => Dexie.delete(dbName(profileId)))).then(
    () => true,
    () => false,
  );
}

/** Reads a stored value; undefined when there is none. */
export async function readValue<K extends keyof StoredValues>(db: Db, key: K): Promise<StoredValues[K] | undefined> {
  return (await db.facts.get(key))?.value as StoredValues[K] | undefined;
}

/** Stores a value in place of the one before. */
export async function writeValue<K extends keyof StoredValues>(db: Db, key: K, value: StoredValues[K]): Promise<void> {
  await db.facts.put({ key, value } as StoredValue);
}

/** Settles as the work does; rejects after 3 s. */
export function within<T>(work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the storage does not answer")), storageTimeout);
    const clear = () => clearTimeout(timer);
    work.then(resolve, reject).then(clear, clear);
  });
}

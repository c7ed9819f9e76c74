// The one way to store a till event: the event, its number, the drawer's sums and the queue's entry are written in one
// transaction, which is on the disk before the caller learns of the event.
import { ulid } from "ulid";
import { dateAt } from "#pwa/rules/week/date";
import { stampNow, type TillClock } from "#pwa/till/till-clock";
import {
  type Counters,
  countersOf,
  type Identity,
  note,
  type Shift,
  type TillDb,
  type TillEvent,
  type TillEventKind,
  writeNote,
} from "#pwa/till/till-db";
import { bytesOf } from "#pwa/till/till-key";

/** Why an event was not stored. Nothing was saved. */
export class NotSaved extends Error {
  readonly why: "unpaired" | "revoked" | "stopped" | "no_shift" | "too_large" | "code_used" | "voided";
  constructor(why: NotSaved["why"]) {
    super(why);
    this.why = why;
  }
}

/** Kills the process at a named place; for tests. */
export type FailPoint = (name: string) => void;

/** The till inside the transaction that saves an event. */
export type Saving = {
  db: TillDb;
  identity: Identity;
  counters: Counters;
  /** The open drawer. */
  shift?: Shift;
  /** By the server's clock, as far as that is known, ms; and its date in Dubai. */
  now: number;
  day: string;
  /** Makes the next id unless the row has one, stores the event with its timestamp, and returns the row. */
  add: (kind: TillEventKind, fields: object, row?: Partial<TillEvent>) => Promise<TillEvent>;
};

/** The largest size of one event in bytes: the server quarantines bigger ones. */
const maxEventBytes = 8 << 10;

/** Runs the work that saves an event in one transaction. Rejects with NotSaved, or with the storage's error. */
export function saving<T>(
  db: TillDb,
  clock: TillClock,
  work: (save: Saving) => Promise<T>,
  failPoint?: FailPoint,
): Promise<T> {
  return db.transaction("rw", [db.notes, db.facts, db.shifts], async () => {
    const identity = await note(db, "identity");
    if (!identity) throw new NotSaved("unpaired");
    if (await note(db, "revoked")) throw new NotSaved("revoked");
    if (await note(db, "stopped")) throw new NotSaved("stopped");
    const counters = await countersOf(db);
    const stamp = stampNow(clock, await note(db, "clock"));
    const open = await note(db, "shift");
    const now = stamp.at + (stamp.off ?? 0);
    const add: Saving["add"] = async (kind, fields, row = {}) => {
      counters.q++;
      counters.idTime = Math.max(stamp.at, counters.idTime + 1);
      const id = row.id ?? ulid(counters.idTime);
      const text = JSON.stringify({ id, k: kind, ...stamp, ...fields });
      if (bytesOf(text).length > maxEventBytes) throw new NotSaved("too_large");
      const event: TillEvent = {
        ...row,
        q: counters.q,
        id,
        till: identity.till,
        kind,
        text,
        at: now,
        state: "waiting",
      };
      await db.facts.add(event);
      if (import.meta.env.DEV) failPoint?.("event");
      return event;
    };
    const shift = open ? await db.shifts.get(open) : undefined;
    const done = await work({ db, identity, counters, shift, now, day: dateAt(now), add });
    await writeNote(db, "counters", counters);
    if (import.meta.env.DEV) failPoint?.("counters");
    return done;
  });
}

/** Leaves out empty fields, so that an event is no longer than it must be. */
export const withoutEmpty = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== 0 && value !== "" && value !== undefined),
  ) as Partial<T>;

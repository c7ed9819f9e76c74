import { useEffect, useState } from "react";
import { dateAt } from "#pwa/rules/week/date";
import { clock } from "#pwa/till/till";
import { serverTime } from "#pwa/till/till-clock";
import { note, type TillDb, type TillEvent } from "#pwa/till/till-db";
import { useLive } from "#pwa/till/use-live";

/** How many of the newest sales the rail and the queue show when they are sent. */
const recent = 24;

/** What the till's screens rest on, read in one transaction. */
const readTill = (db: TillDb) =>
  db.transaction("r", [db.notes, db.facts, db.shifts], async () => {
    const [identity, revoked, stopped, unknown, kept, open, clockOffset] = await Promise.all([
      note(db, "identity"),
      note(db, "revoked"),
      note(db, "stopped"),
      note(db, "unknown"),
      note(db, "terms"),
      note(db, "shift"),
      note(db, "clock"),
    ]);
    const waiting = db.facts.where("state").equals("waiting");
    return {
      identity,
      revoked,
      stopped,
      unknown,
      terms: kept?.terms,
      termsAt: kept?.at ?? 0,
      clockOffset,
      shift: open ? await db.shifts.get(open) : undefined,
      waiting: await waiting.count(),
      oldest: (await waiting.first())?.at,
      left: await db.facts.where("state").equals("left").count(),
      aside: await db.facts.where("state").equals("aside").count(),
      newest: await db.facts.orderBy("q").reverse().limit(recent).toArray(),
    };
  });

export type Kept = Awaited<ReturnType<typeof readTill>>;

export const useKept = (db: TillDb | null): Kept | undefined =>
  useLive(() => (db ? readTill(db) : Promise.resolve(undefined as never)), [db]);

/** The server's time as the till knows it, moving every half minute, and the date in Dubai. */
export function useToday(clockOffset: Kept["clockOffset"]): { now: number; today: string } {
  const [, tick] = useState(0);
  useEffect(() => {
    const beat = setInterval(() => tick((n) => n + 1), 30_000);
    return () => clearInterval(beat);
  }, []);
  const now = serverTime(clock, clockOffset);
  return { now, today: dateAt(now) };
}

/**
 * What of an earlier pairing was never sent, what waits, the oldest first, then what the office looks at, then the
 * newest that are sent.
 */
export const readQueue = async (db: TillDb, most = 200): Promise<TillEvent[]> => {
  const [left, aside, waiting, newest] = await Promise.all([
    db.facts.where("state").equals("left").limit(most).toArray(),
    db.facts.where("state").equals("aside").reverse().limit(most).toArray(),
    db.facts.where("state").equals("waiting").limit(most).toArray(),
    db.facts.orderBy("q").reverse().limit(recent).toArray(),
  ]);
  return [...left, ...aside, ...waiting, ...newest.filter(({ state }) => state === "booked")];
};

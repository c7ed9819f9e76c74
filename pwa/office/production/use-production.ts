import { liveQuery } from "dexie";
import { useCallback, useEffect, useMemo, useState } from "react";
import { apply, sendMarks } from "#pwa/office/production/marks";
import {
  type Cooking,
  type Db,
  type KeptMark,
  type RefusedMark,
  readValue,
  useDevice,
  writeValue,
} from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CookingDay } from "#pwa/offline/wire";
import type { Trouble } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";

/** How many dates are kept for a kitchen without a connection. */
const keptDates = 4;
/** How many dates with lunches, from today on, are stored before a person opens them, and their greatest age, ms. */
const ahead = 2;
const fresh = 5 * 60_000;

type Kept = Cooking & { marks: KeptMark[]; refused: RefusedMark[] };

const cookingOf = async (db: Db): Promise<Cooking> =>
  (await readValue(db, "cooking")) ?? { days: [], dates: {}, at: 0 };

function useCooking(): { db: Db | null; kept: Kept | undefined } {
  const db = useDevice((device) => device.db);
  const [kept, setKept] = useState<Kept>();
  useEffect(() => {
    if (!db) return;
    const reading = liveQuery(async () => ({
      ...(await cookingOf(db)),
      marks: (await readValue(db, "marks")) ?? [],
      refused: (await readValue(db, "refused")) ?? [],
    })).subscribe({ next: setKept, error: () => undefined });
    return () => reading.unsubscribe();
  }, [db]);
  return { db, kept };
}

/** Asks now, when the device is back online, and every minute while the page is in view. */
function useAsking(ask: () => Promise<void>) {
  const [trouble, setTrouble] = useState<Trouble>();
  const [asked, setAsked] = useState(false);
  const again = useCallback(async () => {
    try {
      await sendMarks();
      await ask();
      setTrouble(undefined);
    } catch (cause) {
      setTrouble(cause instanceof Fault ? "failed" : "offline");
    }
    setAsked(true);
  }, [ask]);
  useEffect(() => {
    let asking = true;
    const asked = () => {
      asking = false;
    };
    void again().then(asked);
    // What the page asks by itself waits for its last question: while the session is locked, that one waits for the PIN.
    const back = () => {
      if (asking) return;
      asking = true;
      void again().then(asked);
    };
    const seen = () => document.visibilityState === "visible" && back();
    window.addEventListener("online", back);
    document.addEventListener("visibilitychange", seen);
    const minute = setInterval(seen, 60_000);
    return () => {
      window.removeEventListener("online", back);
      document.removeEventListener("visibilitychange", seen);
      clearInterval(minute);
    };
  }, [again]);
  return { trouble, asked, again };
}

const keep = (db: Db, change: (cooking: Cooking) => void) =>
  db.transaction("rw", db.facts, async () => {
    const cooking = await cookingOf(db);
    change(cooking);
    await writeValue(db, "cooking", cooking);
  });

/** Loads a date and stores it; loads it again when marks were accepted or an answer stored meanwhile, which may be newer. */
async function learnDate(db: Db, date: string): Promise<void> {
  for (let known = false; !known; ) {
    const { taken, seen } = await cookingOf(db);
    const path = `/api/kitchen/production/${date}` as const;
    const { data } = await call("GET", path, undefined, { toast: false });
    await keep(db, (cooking) => {
      known = cooking.taken === taken && cooking.seen?.[date] === seen?.[date];
      if (!known) return;
      cooking.dates[date] = data;
      cooking.seen = { ...cooking.seen, [date]: Date.now() };
      for (const old of spare(Object.keys(cooking.dates), date)) {
        delete cooking.dates[old];
        delete cooking.seen[old];
      }
    });
  }
}

/** The stored dates to delete: of those before today the oldest, then the farthest, and never the one that was loaded last. */
function spare(dates: string[], newest: string): string[] {
  const today = dateAt(serverNow());
  const others = dates.filter((date) => date !== newest).sort();
  const past = others.filter((date) => date < today).reverse();
  return [...others.filter((date) => date >= today), ...past].slice(keptDates - 1);
}

/** Stores today and the day after it, so that they can be read offline without having been opened. */
async function learnAhead(db: Db, days: CookingDay[]): Promise<void> {
  const today = dateAt(serverNow());
  const { dates, seen } = await cookingOf(db);
  for (const { date } of days.filter((day) => day.date >= today).slice(0, ahead))
    if (!dates[date] || Date.now() - (seen?.[date] ?? 0) > fresh) await learnDate(db, date);
}

/** The dates that have something to cook, as the device knows them since `at`. */
export function useCookingDays() {
  const { db, kept } = useCooking();
  const ask = useCallback(async () => {
    if (!db) return;
    const { data } = await call("GET", "/api/kitchen/days", undefined, { toast: false });
    await keep(db, (cooking) => {
      cooking.days = data;
      cooking.at = Date.now();
    });
    // The list is stored all the same, and the next load of it tries these dates again.
    await learnAhead(db, data).catch(() => undefined);
  }, [db]);
  return { days: kept?.days, ...alike(kept, kept?.at), ...useAsking(ask) };
}

/** One date as it was seen `at`, with everything that was marked on this device, sent or not. */
export function useProduction(date: string) {
  const { db, kept } = useCooking();
  const ask = useCallback(async () => {
    if (db) await learnDate(db, date);
  }, [db, date]);
  const production = useMemo(() => {
    const known = kept?.dates[date];
    if (!known) return;
    const shown = structuredClone(known);
    apply(shown, kept.marks);
    return shown;
  }, [kept, date]);
  return { production, ...alike(kept, kept?.seen?.[date]), ...useAsking(ask) };
}

const alike = (kept: Kept | undefined, at = 0) => ({
  at,
  waiting: kept?.marks.length ?? 0,
  refused: kept?.refused ?? [],
});

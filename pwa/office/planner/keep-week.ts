// One week while an operator plans it. An edit is kept on the device before it is sent, is retried until the server has it,
// and never overwrites another person's version without asking.

import { type Clash, clashes, type Days, daysOf, same } from "#pwa/office/planner/edits";
import type { PlannedWeek } from "#pwa/office/planner/planner";
import { type Db, ownerOf, readValue, useDevice, writeValue } from "#pwa/offline/db";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { browserTimer, createRetry } from "#pwa/offline/sync/retry";
import type { Trouble } from "#pwa/online/use-answer";

/**
 * waiting: soon sent · offline, failed: kept here and retried · refused: rejected as it is · changed: two versions, a
 * person chooses.
 */
type Saving = "saved" | "waiting" | "saving" | "offline" | "failed" | "refused" | "changed";

export type Desk = {
  /** The server's last answer. */
  seen?: PlannedWeek;
  /** The week as this page shows it. */
  days: Days;
  saving: Saving;
  /** Why it was refused. */
  why?: string;
  /** The days that two people changed. */
  clash?: Clash[];
  /** Why the week is not here. */
  trouble?: Trouble;
  undo: { what: string; key?: string; days: Days }[];
};

export type Keeper = ReturnType<typeof keepWeek>;

const rest = 1000;
const undos = 50;

const personNow = () => {
  const { db } = useDevice.getState();
  return db ? ownerOf(db) : undefined;
};

/** The days as the server may accept them: days that are over keep the server's version. */
const overlaid = (days: Days, seen: PlannedWeek): Days =>
  daysOf(seen.days).map((day, at) => (seen.days[at]?.over ? day : (days.find(({ date }) => date === day.date) ?? day)));

export function keepWeek(week: string) {
  const path = `/api/kitchen/planner/${week}` as const;
  let desk: Desk = { days: [], saving: "saved", undo: [] };
  let theirs: PlannedWeek | undefined;
  let sending: Promise<void> | undefined;
  let asked = 0;
  let shut = false;
  /** The operator whose edits these are; they are never sent as another's. */
  let whose: string | undefined;
  /** What this page last kept of the week. Another page may have put its own in its place. */
  let wrote: Days | undefined;
  let keeping: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();

  const set = (change: Partial<Desk>) => {
    desk = { ...desk, ...change };
    for (const listener of listeners) listener();
  };
  const base = () => (desk.seen ? daysOf(desk.seen.days) : []);
  const dirty = () => desk.seen !== undefined && !same(base(), desk.days);
  const took = (seen: PlannedWeek, days = daysOf(seen.days)) =>
    set({ seen, days, trouble: undefined, why: undefined, clash: undefined });

  const options = () => ({ toast: false, as: whose });
  const fetchWeek = async () => (await call("GET", path, undefined, options())) as PlannedWeek;

  const keep = () => {
    let now: Days | undefined;
    keeping = keptWith((planned) => {
      const { [week]: kept } = planned;
      now = dirty() ? desk.days : undefined;
      if (now && desk.seen) planned[week] = { rev: desk.seen.rev, base: base(), days: now };
      else if (kept && wrote && same(kept.days, wrote)) delete planned[week];
    }).then((done) => {
      if (done && now) wrote = now;
    });
  };

  const retry = createRetry({ now: Date.now, random: Math.random, timer: browserTimer }, () => void save());
  const later = (ms: number) => {
    if (!shut) retry.after(ms);
  };
  /** What is said on the way to a save. That saving fails stays said until it worked, however often it is tried again. */
  const onTheWay = (to: "waiting" | "saving") =>
    desk.saving === "offline" || desk.saving === "failed" ? desk.saving : to;

  function clashed(answer: PlannedWeek, from: Days, mine: Days) {
    theirs = answer;
    set({ saving: "changed", clash: clashes(from, overlaid(mine, answer), daysOf(answer.days)) });
  }

  /** Takes the answer to a save: its own edit, or the newest version of another person. */
  function answered(answer: PlannedWeek, sent: Days) {
    retry.succeeded();
    const edited = !same(desk.days, sent);
    took(answer, edited ? overlaid(desk.days, answer) : daysOf(answer.days));
    set({ saving: dirty() ? "waiting" : "saved" });
    keep();
    if (dirty()) later(0);
  }

  /** The current week when it explains why a save was refused: another person saved first, or one of its days ended. */
  async function newest(cause: unknown): Promise<PlannedWeek | undefined> {
    if (!(cause instanceof Fault)) return undefined;
    if (cause.reason === "week_changed") return cause.detail as PlannedWeek;
    if (cause.reason !== "day_over") return undefined;
    const now = await fetchWeek().catch(() => undefined);
    return now?.days.some(({ over }, at) => over && !desk.seen?.days[at]?.over) ? now : undefined;
  }

  async function send(sent: Days, rev: number) {
    try {
      answered((await call("PUT", path, { rev, days: sent }, options())) as PlannedWeek, sent);
    } catch (cause) {
      const now = await newest(cause);
      if (now) {
        const meant = overlaid(sent, now);
        // The answer to an earlier try was lost, or the server's week already is what this save asks for.
        if (same(daysOf(now.days), meant)) return answered(now, sent);
        if (same(daysOf(now.days), overlaid(base(), now))) {
          took(now, overlaid(desk.days, now));
          set({ saving: "waiting" });
          return later(0);
        }
        return clashed(now, base(), desk.days);
      }
      if (cause instanceof Fault && cause.status < 500 && cause.status !== 429)
        return set({ saving: "refused", why: sentenceFor(cause) });
      set({ saving: cause instanceof Fault ? "failed" : "offline" });
      if (!shut) retry.failed(cause);
    }
  }

  /** Sends what is not saved, one request at a time. */
  function save(): Promise<void> {
    retry.cancel();
    if (sending) return sending;
    if (!desk.seen || desk.clash || (whose && whose !== personNow())) return Promise.resolve();
    if (!dirty()) {
      set({ saving: "saved", why: undefined });
      return Promise.resolve();
    }
    set({ saving: onTheWay("saving"), why: undefined });
    sending = send(desk.days, desk.seen.rev).finally(() => {
      sending = undefined;
    });
    return sending;
  }

  /** Sends what waits. Resolves when it is saved, or when it cannot be sent for now. */
  async function flush(): Promise<boolean> {
    await sending;
    for (let turn = 0; turn < 5 && dirty(); turn++) {
      await save();
      if (desk.saving !== "waiting") break;
    }
    await keeping;
    return !dirty();
  }

  /** Loads the current week. Unsaved edits stay. */
  async function load(): Promise<void> {
    const mine = ++asked;
    if (!desk.seen) whose = personNow();
    try {
      const answer = await fetchWeek();
      if (mine !== asked || sending || (desk.seen && (dirty() || answer.rev < desk.seen.rev))) return;
      const kept = desk.seen ? undefined : await keptOf(week);
      if (mine !== asked) return;
      wrote ??= kept?.days;
      const edited = kept && overlaid(kept.days, answer);
      if (!kept || !edited || same(edited, daysOf(answer.days))) {
        // An undo must not revert what others changed.
        if (desk.seen && !same(base(), daysOf(answer.days))) set({ undo: [] });
        took(answer);
        if (kept) keep();
        return;
      }
      took(answer, edited);
      if (kept.rev !== answer.rev && !same(overlaid(kept.base, answer), daysOf(answer.days)))
        return clashed(answer, kept.base, kept.days);
      set({ saving: "waiting" });
      later(0);
    } catch (cause) {
      if (mine !== asked) return;
      set({ trouble: cause instanceof Fault ? (cause.status === 404 ? "gone" : "failed") : "offline" });
    }
  }

  return {
    get: () => desk,
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load,
    /** The device is online again: sends what waits, or loads the week. */
    back: () => void (dirty() && desk.saving !== "refused" ? save() : load()),
    /** Changes the days. Consecutive edits with the same `key` are undone together. */
    edit: (what: string, change: (days: Days) => Days, key?: string) => {
      const days = change(desk.days);
      if (!desk.seen || desk.clash || same(days, desk.days)) return;
      const last = desk.undo.at(-1);
      const undo = key && last?.key === key ? desk.undo : [...desk.undo, { what, key, days: desk.days }].slice(-undos);
      set({ days, undo, saving: onTheWay("waiting"), why: undefined });
      keep();
      later(rest);
    },
    /** Undoes the last edit and returns its name. */
    undo: () => {
      const last = desk.undo.at(-1);
      if (!last || !desk.seen || desk.clash) return;
      set({
        days: overlaid(last.days, desk.seen),
        undo: desk.undo.slice(0, -1),
        saving: onTheWay("waiting"),
        why: undefined,
      });
      keep();
      later(rest);
      return last.what;
    },
    /** Decides, day by day, whose version stays. */
    settle: (take: Record<string, Clash["take"]>) => {
      if (!theirs) return;
      const mine = desk.days;
      const days = daysOf(theirs.days).map((day) => (take[day.date] === "mine" ? inDays(mine, day) : day));
      took(theirs, overlaid(days, theirs));
      set({ undo: [], saving: "waiting" });
      theirs = undefined;
      keep();
      later(0);
    },
    /** Sends what waits now; true when everything is saved. */
    flush,
    /** Applies the server's answer to a request other than a save. */
    took: (answer: PlannedWeek) => {
      asked += 1;
      if (!dirty()) took(answer);
    },
    /** Takes the newer version that made the server refuse a request other than a save; with unsaved edits here, a person chooses. */
    behind: (answer: PlannedWeek) => {
      if (!dirty()) took(answer);
      else clashed(answer, base(), desk.days);
    },
    /** The page is closed: what waits is still sent. */
    close: () => {
      shut = true;
      asked += 1;
      void flush();
      retry.cancel();
    },
  };
}

const inDays = (days: Days, day: Days[number]) => days.find(({ date }) => date === day.date) ?? day;

/** False where the storage refuses: the edit is then in the page alone, which says that it is not saved. */
async function keptWith(change: (planned: NonNullable<Awaited<ReturnType<typeof plannedOf>>>) => void) {
  const { db } = useDevice.getState();
  if (!db) return false;
  return db
    .transaction("rw", db.facts, async () => {
      const planned = (await plannedOf(db)) ?? {};
      change(planned);
      await writeValue(db, "planned", planned);
    })
    .then(
      () => true,
      () => false,
    );
}

const plannedOf = (db: Db) => readValue(db, "planned");

async function keptOf(week: string) {
  const { db } = useDevice.getState();
  return db ? (await plannedOf(db).catch(() => undefined))?.[week] : undefined;
}

/** The weeks whose edits are kept on this device because the server has not taken them yet. */
export async function unsavedWeeks(): Promise<string[]> {
  const { db } = useDevice.getState();
  return db ? Object.keys((await plannedOf(db).catch(() => undefined)) ?? {}).sort() : [];
}

/** Sends the weeks that are kept on this device, except those where a person has to choose between two versions. */
export async function sendWeeks(): Promise<void> {
  for (const week of await unsavedWeeks()) {
    const keeper = keepWeek(week);
    await keeper.load();
    await keeper.flush();
    keeper.close();
  }
}

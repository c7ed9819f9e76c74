// The other side of the conversation, as the simulation meets it: something to talk to, ways to trouble it, and books for a
// judge. Here it is the model in memory; `realPeer` is the real server, and a test proves that the two cannot be told apart.

import type { DaySet, DraftDoc, ResultCode, SyncRequest } from "#pwa/offline/wire";
import { type Answer, type Breach, type Effect, fakeServer } from "#pwa/testing/fake-server";

/**
 * Where the server's database connection dies under a request: before which of its statements, the commit being the last, or
 * after the commit, when all is done and nobody hears of it.
 */
export type Death = number | "lost";

/** Under which session requests come, at what time by the server's clock in ms, and what befalls the database. */
export type Circumstances = { session: string; now: number; die?: Death };

/** The app that is out, and the next one, which says its changes in a way that only the next server knows. */
export const versions = { out: "2026.11.2", next: "2026.12.1", kind: "day.set/2" };

/** The one place that the person's company has, besides those that are not its own. */
export const place = "00SAHNADDRESS0000000000011";

/** What the server holds, for a judge to read. */
export type Books = {
  rev: () => number;
  docs: () => DraftDoc[];
  /** What became of an id, and which revision shows it; undefined when it never came. */
  result: (id: string) => { code: ResultCode; rev: number } | undefined;
  /** In the order in which it happened. */
  effects: Effect[];
  revoked: (dev: string) => boolean;
  /** What is written that cannot be true. */
  faults: () => string[];
  /** How much was done in the name of somebody who never saved anything. */
  strange: () => number;
};

type Done = void | Promise<void>;

export type Peer = Books & {
  /** Brings requests at the same time. */
  say: (requests: SyncRequest[], how: Circumstances) => Answer[] | Promise<Answer[]>;
  /** Somebody at the office writes a day, having seen everything. */
  write: (id: string, a: Omit<DaySet, "seen">) => Done;
  /** The kitchen changes a menu. */
  menu: () => Done;
  signIn: (session: string) => Done;
  signOut: (session: string) => Done;
  /** Puts the next version of the server in place, or the one that is out. */
  deploy: (next: boolean) => Done;
  revoke: (dev: string) => Done;
  backup: () => Done;
  restore: () => Done;
  /** Loses what must not be kept in memory alone. */
  crash: () => void;
};

/** What travels beside drafts, by how often the menu was changed. */
type Around = Pick<ReturnType<typeof fakeServer>["state"], "live" | "menu" | "limits" | "min"> & {
  tag?: string;
};

/** What only the real server can know of a life: what lay around it, and which requests a death caught. */
export type Fate = { arounds: Around[]; died: boolean[] };

/** The model as a peer. Given the fate that the real server had in the same life, it answers with the same words. */
export function modelPeer(breach?: Breach, fate?: Fate): Peer {
  const server = fakeServer(breach);
  const stranger = fakeServer(breach);
  const sessions = new Set(["p0"]);
  let copy = server.copied();
  let menus = 0;
  let deaths = 0;
  const loadContext = () => {
    const around = fate?.arounds[menus] ?? { ...server.state, menu: { "2026-11-23": `${menus}` }, tag: undefined };
    const { live, menu, limits, min, tag } = around;
    for (const { state } of [server, stranger]) Object.assign(state, { live, menu, limits, min, tag, places: [place] });
  };
  loadContext();

  function one(request: SyncRequest, { session, now, die }: Circumstances): Answer {
    const fated = die && fate?.died[deaths++];
    if (!sessions.has(session) && session !== "stranger") return { status: 401, reason: "unauthenticated" };
    const before = die && server.copied();
    let answer: Answer;
    if (session !== "stranger") answer = server.sync(structuredClone(request), now);
    else if (server.knows(request.dev)) answer = { status: 403, reason: "device_revoked" };
    else answer = stranger.sync(structuredClone(request), now);
    if (!before) return answer;
    const died = fated ?? ("reply" in answer && (die === "lost" || die <= 3));
    if (!died) return answer;
    if (die !== "lost") server.restore(before);
    return { status: 503, reason: "unavailable" };
  }

  return {
    say: (requests, how) => requests.map((request, i) => one(request, i === 0 ? how : { ...how, die: undefined })),
    write: (id, a) => server.write(id, { ...a, seen: server.rev() }),
    menu: () => {
      menus++;
      loadContext();
    },
    signIn: (session) => void sessions.add(session),
    signOut: (session) => void sessions.delete(session),
    deploy: (next) => {
      server.state.app = next ? versions.next : versions.out;
      server.state.kinds = next ? ["day.set/1", versions.kind] : ["day.set/1"];
    },
    revoke: server.revoke,
    backup: () => {
      copy = server.copied();
    },
    restore: () => {
      server.restore(copy);
      server.newAge();
    },
    crash: server.crash,
    rev: server.rev,
    docs: server.docs,
    result: server.result,
    effects: server.effects,
    revoked: server.revoked,
    faults: () => [],
    strange: () => stranger.effects.length,
  };
}

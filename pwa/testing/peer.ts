// The peer: the server that the devices of a simulation sync with, with ways to disturb it, and its state for the oracle. Here it
// is the model in memory; `realPeer` is the real server, and a test proves that both give the same answers.

import type { DaySet, DraftDoc, ResultCode, SyncRequest } from "#pwa/offline/wire";
import { type Answer, type Breach, type Effect, fakeServer } from "#pwa/testing/fake-server";

/**
 * Where the server loses its database connection under a request: before which of its statements, the commit being the last, or
 * after the commit, when everything is stored and no answer is sent.
 */
export type ConnectionLoss = number | "lost";

/** Under which session requests come, at what time by the server's clock in ms, and whether the database connection is lost. */
export type RequestContext = { session: string; now: number; connectionLoss?: ConnectionLoss };

/** The app that is out, and the next one, which says its changes in a way that only the next server knows. */
export const versions = { out: "2026.11.2", next: "2026.12.1", kind: "day.set/2" };

/** The one place that the person's company has, besides those that are not its own. */
export const place = "00SAHNADDRESS0000000000011";

/** What the server holds, for the oracle to read. */
export type ServerState = {
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

export type Peer = ServerState & {
  /** Brings requests at the same time. */
  send: (requests: SyncRequest[], how: RequestContext) => Answer[] | Promise<Answer[]>;
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

/** What the server sends besides drafts. */
type ServerContext = Pick<ReturnType<typeof fakeServer>["state"], "live" | "menu" | "limits" | "min"> & {
  tag?: string;
};

/** What only the real server can know of a scenario: the context after each menu change, and which requests lost their connection. */
export type Recording = { contexts: ServerContext[]; lostConnections: boolean[] };

/** The model as a peer. Given a recording of the real server in the same scenario, it gives exactly the same answers. */
export function modelPeer(breach?: Breach, recording?: Recording): Peer {
  const server = fakeServer(breach);
  const stranger = fakeServer(breach);
  const sessions = new Set(["p0"]);
  let copy = server.copied();
  let menus = 0;
  let deaths = 0;
  const loadContext = () => {
    const context = recording?.contexts[menus] ?? {
      ...server.state,
      menu: { "2026-11-23": `${menus}` },
      tag: undefined,
    };
    const { live, menu, limits, min, tag } = context;
    for (const { state } of [server, stranger]) Object.assign(state, { live, menu, limits, min, tag, places: [place] });
  };
  loadContext();

  function one(request: SyncRequest, { session, now, connectionLoss }: RequestContext): Answer {
    const recorded = connectionLoss && recording?.lostConnections[deaths++];
    if (!sessions.has(session) && session !== "stranger") return { status: 401, reason: "unauthenticated" };
    const before = connectionLoss && server.copied();
    let answer: Answer;
    if (session !== "stranger") answer = server.sync(structuredClone(request), now);
    else if (server.knows(request.dev)) answer = { status: 403, reason: "device_revoked" };
    else answer = stranger.sync(structuredClone(request), now);
    if (!before) return answer;
    const lost = recorded ?? ("reply" in answer && (connectionLoss === "lost" || connectionLoss <= 3));
    if (!lost) return answer;
    if (connectionLoss !== "lost") server.restore(before);
    return { status: 503, reason: "unavailable" };
  }

  return {
    send: (requests, how) =>
      requests.map((request, i) => one(request, i === 0 ? how : { ...how, connectionLoss: undefined })),
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
      server.newGeneration();
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

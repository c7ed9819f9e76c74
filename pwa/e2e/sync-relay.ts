// The way between a phone and the server, on which a conversation can be stopped at a named place: before the server heard
// it, or after the server has done it and before the phone hears so. It promises that nothing else is changed, and that it
// remembers every operation that came through.
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { atEnd } from "#pwa/e2e/ends";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { turnNames } from "#pwa/e2e/turn-names";
import type { Op } from "#pwa/offline/wire";

export type Place = "before the server" | "after the server";

export type SyncRelay = {
  /** The server as the phone sees it. */
  sahn: Sahn;
  /** Every operation that the phone sent, oldest first; a repetition stands here again. */
  ops: Op[];
  /** Stops the next conversation with changes. `reached` settles when it stands there. */
  stopNext: (place: Place) => { reached: Promise<Op[]> };
  /** Lets what stands go on, and stops nothing more. */
  release: () => void;
  /** From now on nothing is answered under a path; null ends it. */
  refuse: (path: string | null) => void;
  /** How often that happened. */
  refused: () => number;
  /** From now on every answer comes so much later, ms. */
  slow: (ms: number) => void;
  /** Everything that was asked of the server itself, and when it was asked and answered (by this clock, ms). */
  asked: { what: string; at: number; answered: number }[];
  /**
   * From now on another version of the app is up: its first page says so in a `meta` of that name. Its other files may
   * be `allNew`, too.
   */
  deploy: (version: string, how?: { allNew: boolean }) => void;
  close: () => Promise<void>;
};

/** Opens the way to a server. */
export async function syncRelay(sahn: Sahn): Promise<SyncRelay> {
  const target = new URL(sahn.url);
  const ops: Op[] = [];
  let stop: { place: Place; at: (ops: Op[]) => void } | null = null;
  let pass: (() => void) | null = null;
  let shut: string | null = null;
  let refusals = 0;
  let late = 0;
  const asked: SyncRelay["asked"] = [];
  let version: string | null = null;
  let turn: ((text: string) => string) | null = null;

  const stand = (said: Op[]) =>
    new Promise<void>((go) => {
      pass = go;
      stop?.at(said);
      stop = null;
    });

  async function serve(near: IncomingMessage, answer: ServerResponse) {
    const path = near.url ?? "/";
    const body = await whole(near);
    if (shut !== null && path.startsWith(shut)) {
      refusals++;
      near.socket.destroy();
      return;
    }
    const question = { what: `${near.method} ${path.split("?")[0]}`, at: Date.now(), answered: Number.NaN };
    if (/^\/(api|sanctum)\//.test(path)) asked.push(question);
    const said = near.method === "POST" && path === "/api/sync" ? opsOf(near, body) : [];
    ops.push(...said);
    if (said.length > 0 && stop?.place === "before the server") await stand(said);
    if (answer.destroyed) return;
    const isNew = /^\/(sw\.js|index\.html|\?|$)/.test(path) || (turn && /\.(js|css)$/.test(path));
    const changed = isNew ? version : null;
    const headers: Record<string, string | string[] | undefined> = { ...near.headers, host: target.host };
    if (headers.origin) headers.origin = sahn.url;
    if (changed) for (const name of ["accept-encoding", "if-none-match"]) delete headers[name];
    // A connection of its own: a kept one may be closed by the server at the moment it is used again.
    const to = { host: "127.0.0.1", port: target.port, agent: false };
    const far = request({ ...to, method: near.method, path: turn?.(path) ?? path, headers });
    far.end(body);
    const [reply] = (await once(far, "response")) as [IncomingMessage];
    let content = await whole(reply);
    if (late > 0) await new Promise((done) => setTimeout(done, late));
    if (said.length > 0 && stop?.place === "after the server") await stand(said);
    if (changed) content = Buffer.from(renewed(path, turn?.(content.toString()) ?? content.toString(), changed));
    const { "transfer-encoding": _, "content-length": __, etag, ...kept } = reply.headers;
    answer.writeHead(reply.statusCode ?? 502, {
      ...kept,
      ...(changed ? {} : etag && { etag }),
      ...(reply.statusCode !== 304 && reply.statusCode !== 204 && { "content-length": content.length }),
    });
    answer.end(content);
    question.answered = Date.now();
  }

  const server = createServer((near, answer) => {
    serve(near, answer).catch(() => near.socket.destroy());
  }).listen(0, "localhost");
  await once(server, "listening");

  return {
    sahn: { ...sahn, url: `http://localhost:${(server.address() as AddressInfo).port}` },
    ops,
    stopNext: (place) => ({
      reached: new Promise((at) => {
        stop = { place, at };
      }),
    }),
    release: () => {
      stop = null;
      pass?.();
      pass = null;
    },
    refuse: (path) => {
      shut = path;
    },
    refused: () => refusals,
    slow: (ms) => {
      late = ms;
    },
    asked,
    deploy: (name, how) => {
      version = name;
      turn = how?.allNew ? turnNames() : null;
    },
    close: atEnd(async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    }),
  };
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function opsOf(near: IncomingMessage, body: Buffer): Op[] {
  const text = near.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  return (JSON.parse(text.toString()) as { ops?: Op[] }).ops ?? [];
}

/** The first page of a newer version, and a worker that keeps that one. */
function renewed(path: string, text: string, version: string): string {
  if (!path.startsWith("/sw.js")) return text.replace("<head>", `<head><meta name="version" content="${version}">`);
  return text.replace(/\{"revision":"\w+","url":"index\.html"\}/, `{"revision":"${version}","url":"index.html"}`);
}

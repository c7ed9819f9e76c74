import type { AnswerOf, BodyOf, KnownPath } from "#pwa/offline/routes";
import { Fault, request } from "#pwa/offline/server";
import { measureOffset, serverTime, type TillClock } from "#pwa/till/till-clock";
import { type Identity, note, type TillDb, writeNote } from "#pwa/till/till-db";
import { signed } from "#pwa/till/till-key";

type Answer = { now?: number };
type Caller = { db: TillDb; clock: TillClock; identity: Identity };

/**
 * Sends a request signed as this till. An answer that carries the server's time teaches the till how far its clock is off; a
 * till that is refused for a wrong clock corrects it and tries once more. Rejects with Fault or Offline, and nothing else
 * reports it: the queue shows the state. The contract types it; a body of events is text already, whose bytes are signed.
 */
export async function tillCall<M extends "GET" | "POST", const Path extends string>(
  { db, clock, identity }: Caller,
  method: M,
  path: KnownPath<M, Path>,
  body?: BodyOf<M, Path> | string,
  timeout = 12_000,
): Promise<AnswerOf<M, Path>> {
  for (let again = false; ; again = true) {
    const clockOffset = await note(db, "clock");
    const ms = serverTime(clock, clockOffset);
    const asked = clock.now();
    const sign = (text: string) => signed(identity, method, path, ms, text);
    try {
      const answer = await request<AnswerOf<M, Path>>(method, path, body, { sign, timeout, gzip: true });
      const now = (answer as Answer | undefined)?.now;
      if (Number.isFinite(now)) await writeNote(db, "clock", measureOffset(clock, asked, now as number));
      return answer;
    } catch (cause) {
      const said = cause instanceof Fault && cause.reason === "till_clock" && (cause.detail as Answer)?.now;
      if (!said || again) throw cause;
      await writeNote(db, "clock", measureOffset(clock, asked, said));
    }
  }
}

// Asks the buyer of a sale above the limit, through the server, to confirm it on their phone, and waits for the answer.
import { Fault } from "#pwa/offline/server";
import { createRetry, type RetryParts } from "#pwa/offline/sync/retry";
import type { TillAsked } from "#pwa/offline/wire";

/** How the question ended. A Fault is why the server does not ask it. */
export type Outcome = "confirmed" | "declined" | "cancelled" | "expired" | "offline" | Fault;

type AskParts = RetryParts & {
  /** One request, always the same one: the first asks, and the next ones look for the answer. Rejects with Fault or Offline. */
  ask: () => Promise<TillAsked>;
  /** `seconds` are how long the buyer still has; `away` is while the server does not answer. */
  report: (waiting: { seconds: number; away: boolean }) => void;
};

/** How often the answer is looked for, ms, and how long at most. */
const every = 1000;
const most = 125_000;

/** Tries that may fail before the server was reached at all. */
const blind = 2;

/** Asks until there is an answer or two minutes are over. `stop` ends it as cancelled. */
export function askBuyer({ ask, report, ...parts }: AskParts): { outcome: Promise<Outcome>; stop: () => void } {
  let resolve: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((done) => {
    resolve = done;
  });
  const retry = createRetry(parts, () => void look());
  const until = parts.now() + most;
  let seconds = 0;
  let fails = 0;
  let reached = false;
  let over = false;
  function end(how: Outcome) {
    over = true;
    retry.cancel();
    resolve(how);
  }

  async function look() {
    try {
      const said = await ask();
      if (over) return;
      reached = true;
      retry.succeeded();
      // A newer question about the same code took its place.
      if (said.state === "cancelled") return end("expired");
      if (said.state !== "waiting") return end(said.state);
      seconds = said.seconds;
      report({ seconds, away: false });
      retry.after(every);
    } catch (cause) {
      if (over) return;
      if (cause instanceof Fault && cause.status < 500 && cause.status !== 429) return end(cause);
      if ((!reached && ++fails >= blind) || parts.now() >= until) return end("offline");
      report({ seconds, away: true });
      retry.failed(cause);
    }
  }
  void look();
  return { outcome, stop: () => end("cancelled") };
}

// When what failed is tried again, for everything that waits on a device until the server has it.
import { Fault, Offline } from "#pwa/offline/server";

/** Calls once after so many ms; the returned function cancels it. */
export type Timer = (ms: number, then: () => void) => () => void;

export const browserTimer: Timer = (ms, then) => {
  const id = setTimeout(then, ms);
  return () => clearTimeout(id);
};

export type RetryParts = {
  /** ms. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  timer: Timer;
};

export type Retry = {
  /** Counts a failure and plans the next try: exponential backoff with jitter, after the server's Retry-After. Returns its time, ms. */
  failed: (cause: unknown) => number;
  /** The next failure is the first again. */
  succeeded: () => void;
  /** Plans a try in so many ms instead of the one that was planned. */
  after: (ms: number) => void;
  planned: () => boolean;
  cancel: () => void;
};

export function createRetry({ now, random, timer }: RetryParts, tryAgain: () => void): Retry {
  let fails = 0;
  let stop: (() => void) | null = null;
  const cancel = () => {
    stop?.();
    stop = null;
  };
  const after = (ms: number) => {
    cancel();
    stop = timer(ms, () => {
      stop = null;
      tryAgain();
    });
  };
  return {
    failed: (cause) => {
      fails++;
      // No answer: retrying sooner burdens no server, and the network may be back any moment.
      const silent = cause instanceof Offline && cause.why === "network";
      const cap = Math.min(silent ? 8000 : 60_000, 1000 * 2 ** (fails - 1));
      const retryAfter = cause instanceof Fault ? (cause.retryAfter ?? 0) * 1000 : 0;
      // The jitter comes on top, so that those who were sent away together do not come back together.
      const wait = Math.round(retryAfter + Math.max(random() * cap, 100));
      after(wait);
      return now() + wait;
    },
    succeeded: () => {
      fails = 0;
    },
    after,
    planned: () => stop !== null,
    cancel,
  };
}

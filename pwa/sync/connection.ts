import { cutoffOf } from "#pwa/week/cutoff";

/** What is known about the connection and the unsent work. Times are ms of the server's clock, except `nextTry`. */
export type Facts = {
  problem: "reload" | "blocked" | "stuck" | null;
  online: boolean;
  signedIn: boolean;
  paused: "signed_out" | "update" | "revoked" | null;
  trouble: { why: string; nextTry: number } | null;
  /** Sending, or asking, for so long that somebody may wonder. */
  slow: boolean;
  pending: number;
  /** Drafts that a locked database keeps until the person is back. */
  locked: number;
  /** The dates of the changes that are not sent. */
  unsent: readonly string[];
  /** Days that two devices chose differently, days that were refused, and how many hold a choice. */
  undecided: number;
  refused: number;
  chosen: number;
  now: number;
  /** The page itself says how much waits. */
  told: boolean;
};

export type Connection =
  | { kind: "reload" | "blocked" | "stuck" | "old" | "revoked" | "offline" | "slow" }
  | { kind: "signedOut" | "unsent" | "sending"; changes: number }
  | { kind: "needsYou"; days: number; of: number }
  | { kind: "closing"; date: string; at: number }
  | { kind: "retry"; at: number };

const soon = 3 * 3_600_000;

/** The one thing to say about the connection, the most pressing first; null when all is well. */
export function connectionOf(facts: Facts): Connection | null {
  const { problem, paused, pending, trouble, now } = facts;
  if (problem) return { kind: problem };
  const waiting = Math.max(pending, facts.locked);
  if (paused === "update") return { kind: "old" };
  if (paused === "revoked") return { kind: "revoked" };
  if ((paused === "signed_out" || facts.locked > 0) && waiting > 0) return { kind: "signedOut", changes: waiting };
  const days = facts.undecided + (facts.told ? 0 : facts.refused);
  if (days > 0) return { kind: "needsYou", days, of: Math.max(facts.chosen, days) };
  const unreached = !facts.online || trouble?.why === "network" || trouble?.why === "captive";
  if (unreached && pending > 0) {
    const date = [...facts.unsent].sort().find((one) => cutoffOf(one) > now);
    if (date && cutoffOf(date) - now < soon) return { kind: "closing", date, at: cutoffOf(date) };
    if (facts.online && trouble) return { kind: "retry", at: trouble.nextTry };
    return facts.told ? { kind: "offline" } : { kind: "unsent", changes: pending };
  }
  if (unreached) return { kind: "offline" };
  if (trouble && pending > 0) return { kind: "retry", at: trouble.nextTry };
  if (facts.slow && pending > 0) return { kind: "sending", changes: pending };
  if (facts.slow || trouble?.why === "timeout") return facts.signedIn ? { kind: "slow" } : null;
  return null;
}

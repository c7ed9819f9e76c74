import { closesAt } from "#pwa/rules/week/closes-at";
import { tooLong } from "#pwa/sync-status/waiting-since";

/** What is known about the connection and the unsent work. Times are ms of the server's clock, except `nextTry`. */
export type ConnectionInput = {
  problem: "reload" | "blocked" | "stuck" | null;
  /** The browser forbids storage: choices are in memory alone. */
  forgets: boolean;
  online: boolean;
  signedIn: boolean;
  paused: "signed_out" | "update" | "revoked" | null;
  trouble: { why: string; nextTry: number } | null;
  /** Sending or loading takes so long that a person may wonder. */
  slow: boolean;
  pending: number;
  /** How long the oldest change waits, ms; null when none does. */
  age: number | null;
  /** Drafts that a locked database keeps until the person is back. */
  locked: number;
  /** The dates of the changes that are not sent. */
  unsent: readonly string[];
  /** Days that two devices chose differently, days that were refused, and how many hold a choice. */
  undecided: number;
  refused: number;
  chosen: number;
  now: number;
  /** The page itself shows how much waits. */
  shownOnPage: boolean;
};

export type Connection =
  | { kind: "reload" | "blocked" | "stuck" | "old" | "revoked" | "offline" | "slow" | "forgets" }
  | { kind: "signedOut" | "sending" | "full"; changes: number }
  | { kind: "unsent" | "waiting" | "late"; changes: number; age: number }
  | { kind: "needsYou"; days: number; of: number }
  | { kind: "closing"; date: string; at: number }
  | { kind: "retry"; at: number };

const soon = 3 * 3_600_000;
/** A change that waits this long, ms, is mentioned although nothing failed. */
const mentionAfter = 60_000;

/** The server does not answer: the device says so, or the last try could not get through. */
const isUnreachable = ({ online, trouble }: Pick<ConnectionInput, "online" | "trouble">) =>
  !online || trouble?.why === "network" || trouble?.why === "captive" || trouble?.why === "timeout";

/** Whether a change waits too long although the server answers. Support is then informed. */
export const isLate = (input: Pick<ConnectionInput, "online" | "trouble" | "age" | "paused" | "problem">): boolean =>
  input.age !== null && input.age > tooLong && !isUnreachable(input) && !input.paused && !input.problem;

/** The one thing to say about the connection, the most pressing first; null when all is well. */
export function connectionOf(input: ConnectionInput): Connection | null {
  const { problem, paused, pending, trouble, now } = input;
  if (problem) return { kind: problem };
  const waiting = Math.max(pending, input.locked);
  if (paused === "update") return { kind: "old" };
  if (paused === "revoked") return { kind: "revoked" };
  if ((paused === "signed_out" || input.locked > 0) && waiting > 0) return { kind: "signedOut", changes: waiting };
  const age = input.age ?? 0;
  if (pending > 0 && trouble?.why === "storage") return { kind: "full", changes: pending };
  if (pending > 0 && isLate(input)) return { kind: "late", changes: pending, age };
  const days = input.undecided + (input.shownOnPage ? 0 : input.refused);
  if (days > 0) return { kind: "needsYou", days, of: Math.max(input.chosen, days) };
  const unreached = !input.online || trouble?.why === "network" || trouble?.why === "captive";
  if (unreached && pending > 0) {
    const date = [...input.unsent].sort().find((one) => closesAt(one) > now);
    if (date && closesAt(date) - now < soon) return { kind: "closing", date, at: closesAt(date) };
    if (input.online && trouble) return { kind: "retry", at: trouble.nextTry };
    return input.shownOnPage ? { kind: "offline" } : { kind: "unsent", changes: pending, age };
  }
  if (unreached) return { kind: "offline" };
  if (trouble && pending > 0) return { kind: "retry", at: trouble.nextTry };
  if (input.slow && pending > 0) return { kind: "sending", changes: pending };
  if (pending > 0 && age > mentionAfter) return { kind: "waiting", changes: pending, age };
  if (input.signedIn && (input.slow || trouble?.why === "timeout")) return { kind: "slow" };
  return input.forgets ? { kind: "forgets" } : null;
}

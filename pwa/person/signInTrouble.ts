import { Fault, Offline } from "#pwa/server";
import { words } from "#pwa/words";

/** "0:42", "12:05" */
export const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Why signing in did not work, as a sentence to show at the field. */
export function signInTrouble(cause: unknown, wrong: string): string {
  if (cause instanceof Offline) return navigator.onLine ? words.login.notReached : words.login.offline;
  if (!(cause instanceof Fault)) return words.errors.unknown;
  if (cause.status === 429) {
    return cause.retryAfter
      ? words.login.wait(minutes(Math.ceil(cause.retryAfter)))
      : (words.faults.too_many_requests ?? "");
  }
  if (cause.reason && words.faults[cause.reason]) return words.faults[cause.reason] as string;
  if (cause.status === 401) return wrong;
  if (cause.status >= 500) return words.errors.server;
  return Object.values(cause.errors ?? {})[0]?.[0] ?? (cause.message || words.errors.unknown);
}

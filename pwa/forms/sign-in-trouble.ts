import { whenAgain } from "#pwa/forms/when-again";
import { errorsWords } from "#pwa/i18n/errors";
import { faultsWords } from "#pwa/i18n/faults";
import { loginWords } from "#pwa/i18n/login";
import { Fault, Offline } from "#pwa/offline/server";

/** Why signing in did not work, as a sentence to show at the field. */
export function signInTrouble(cause: unknown, wrong: string): string {
  if (cause instanceof Offline) return navigator.onLine ? loginWords.notReached : loginWords.offline;
  if (!(cause instanceof Fault)) return errorsWords.unknown;
  if (cause.status === 429) {
    return cause.retryAfter ? loginWords.wait(whenAgain(cause.retryAfter)) : (faultsWords.too_many_requests ?? "");
  }
  if (cause.reason && faultsWords[cause.reason]) return faultsWords[cause.reason] as string;
  if (cause.status === 401) return cause.message === "Bad Credentials" ? wrong : cause.message || wrong;
  if (cause.status >= 500) return errorsWords.server;
  return Object.values(cause.errors ?? {})[0]?.[0] ?? (cause.message || errorsWords.unknown);
}

import { errorsWords } from "#pwa/i18n/errors";
import { serverSentence } from "#pwa/i18n/server-sentences";
import { Fault } from "#pwa/offline/server";

/**
 * A refusal with its sentences in the app's language, and none where the app has none for it. What is said of a session stays, because
 * the app recognises it.
 */
export function inAppLanguage(cause: unknown, say = serverSentence): unknown {
  if (!(cause instanceof Fault) || cause.status === 401 || cause.message === "Unauthenticated.") return cause;
  const { status, message, reason, errors, detail, retryAfter } = cause;
  const fields = Object.entries(errors ?? {}).map(([field, sentences]) => [
    field,
    sentences.map((sentence) => say(sentence) ?? errorsWords.invalid),
  ]);
  const body = { message: say(message), reason, detail, errors: errors && Object.fromEntries(fields) };
  return new Fault(status, body, retryAfter);
}

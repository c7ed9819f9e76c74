import { errorsWords } from "#pwa/i18n/errors";
import { serverSentence } from "#pwa/i18n/server-sentences";

type Said = { message: string; errors?: Record<string, string[]> };

/** The sentences of a refusal in the app's language: no message, and a general sentence at a field, where the app has none for it. */
export function inAppLanguage({ message, errors }: Said, say = serverSentence): Partial<Said> {
  const fields = Object.entries(errors ?? {}).map(([field, sentences]) => [
    field,
    sentences.map((sentence) => say(sentence) ?? errorsWords.invalid),
  ]);
  return { message: say(message), errors: errors && Object.fromEntries(fields) };
}

// The sentences of refusals. They come with the first refusal, so that no first page waits for them.
import { errorsWords } from "#pwa/i18n/errors";
import { faultsWords } from "#pwa/i18n/faults";
import { language } from "#pwa/i18n/locale";
import type { Fault } from "#pwa/offline/server";

const isForm = ({ status }: Fault) => status === 400 || status === 422;
/** What the server says. Of somebody who is not signed in it speaks English, in words that the specification fixes. */
const said = (fault: Fault) => (language === "en" || fault.status !== 401 ? fault.message : "");

/** The sentence that a refusal shows. */
export function sentenceFor(fault: Fault): string {
  const known = fault.reason && faultsWords[fault.reason];
  if (known) return known;
  if (said(fault)) return said(fault);
  if (isForm(fault)) return errorsWords.invalid;
  return fault.status >= 500 ? errorsWords.server : errorsWords.unknown;
}

/** The sentence that a refusal shows in passing. What the server says about a form is shown as it is. */
export const passingSentence = (fault: Fault): string =>
  isForm(fault) ? said(fault) || errorsWords.invalid : sentenceFor(fault);

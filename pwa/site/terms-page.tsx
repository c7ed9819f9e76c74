import { LegalText } from "#pwa/site/legal-text";
import { termsWords } from "#pwa/words/terms";

/** What holds between us, the company and the person who orders. */
export const TermsPage = () => <LegalText words={termsWords} />;

import { termsWords } from "#pwa/i18n/terms";
import { useVat } from "#pwa/offline/config";
import { LegalText } from "#pwa/site/legal-text";

/** What holds between us, the company and the person who orders. */
export const TermsPage = () => <LegalText words={termsWords} vat={useVat()} />;

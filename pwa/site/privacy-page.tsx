import { privacyWords } from "#pwa/i18n/privacy";
import { LegalText } from "#pwa/site/legal-text";

/** What is kept about a person, why, and what they can ask for. */
export const PrivacyPage = () => <LegalText words={privacyWords} />;

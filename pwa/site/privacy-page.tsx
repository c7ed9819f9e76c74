import { LegalText } from "#pwa/site/legal-text";
import { privacyWords } from "#pwa/words/privacy";

/** What is kept about a person, why, and what they can ask for. */
export const PrivacyPage = () => <LegalText words={privacyWords} />;

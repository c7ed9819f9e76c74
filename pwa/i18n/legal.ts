/** Paragraphs, and lists where there are several things of a kind. */
type LegalPart = { id: string; title: string; text: (string | string[])[] };

/** A text that binds us, and how to reach us about it. */
export type LegalWords = {
  title: string;
  changed: string;
  text: string[];
  parts: LegalPart[];
  contact: string;
  contactText: string;
};

export const legalWords = {
  contents: "On this page",
  licences: "Licences of the software that this app is made with",
};

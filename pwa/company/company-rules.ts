// What is typed about a company: its canonical form, and what is wrong with it. Pure; the server checks again.

import { westernDigits } from "#pwa/forms/field-rules";
import { rulesWords } from "#pwa/i18n/rules";

export const trnOf = (typed: string) => westernDigits(typed).replace(/[\s-]/g, "");

export const trnFault = (typed: string): string | undefined => {
  if (!trnOf(typed)) return rulesWords.missing;
  return /^\d{15}$/.test(trnOf(typed)) ? undefined : rulesWords.trn;
};

/** The domains in a text, whatever separates or precedes them. */
export const domainsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((word) => word.replace(/^.*@|^https?:\/\/(www\.)?|\/.*$/g, ""))
      .filter(Boolean),
  ),
];

// The public mail providers that are common here; the server knows more.
const everybodys =
  /^(gmail|googlemail|yahoo|ymail|hotmail|outlook|live|msn|icloud|me|mac|aol|gmx|proton|protonmail|yandex|mail|zoho)\.[a-z.]+$/;

export function domainsFault(typed: string): string | undefined {
  const domains = domainsOf(typed);
  if (domains.length > 5) return rulesWords.domains;
  for (const domain of domains) {
    if (!/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(domain))
      return rulesWords.domain(domain);
    if (everybodys.test(domain)) return rulesWords.publicDomain(domain);
  }
  return undefined;
}

/** How many people; NaN when it is not a number. */
export const peopleOf = (typed: string) => {
  const digits = westernDigits(typed).replace(/[\s,]/g, "");
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
};

export const peopleFault = (typed: string): string | undefined => {
  const people = peopleOf(typed);
  return people >= 1 && people <= 100_000 ? undefined : rulesWords.people;
};

/** Dirhams as they are typed, in fils; NaN when it is not an amount. */
export const filsTyped = (typed: string) => {
  const amount = westernDigits(typed).replace(/[\s,]|AED/gi, "");
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(amount)) return Number.NaN;
  const [whole = "", part = ""] = amount.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
};

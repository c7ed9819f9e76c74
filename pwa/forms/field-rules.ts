// What people type about themselves: its canonical form, and what is wrong with it. Pure; the server checks again.
import { rulesWords } from "#pwa/i18n/rules";

/** Arabic and Persian digits as the ASCII ones that the API takes. */
export const westernDigits = (typed: string) =>
  typed.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));

/** Returns the canonical form of an e-mail address, so that every spelling of it is looked up and rate limited as one. */
export const emailOf = (typed: string) => typed.normalize("NFKC").trim().toLowerCase();

export function emailFault(typed: string): string | undefined {
  const email = emailOf(typed);
  if (!email) return rulesWords.missing;
  if (!/^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\".]+(\.[^\s@<>()[\],;:\\".]+)+$/.test(email)) return rulesWords.email;
  return email.length > 254 ? rulesWords.tooLong : undefined;
}

/** Checks a required line of text. */
export function textFault(typed: string, most = 100): string | undefined {
  const text = typed.trim();
  if (!text) return rulesWords.missing;
  return [...text].length > most ? rulesWords.tooLong : undefined;
}

/** Returns a phone number in international form. Without a country code it counts as one of the UAE. */
export function mobileOf(typed: string): string {
  const digits = westernDigits(typed).replace(/[\s().\-/\u200e\u200f]/g, "");
  if (!digits || digits === "+") return "";
  if (digits.startsWith("+")) return digits;
  if (digits.startsWith("00")) return `+${digits.slice(2)}`;
  if (digits.startsWith("971") && digits.length > 9) return `+${digits}`;
  return `+971${digits.replace(/^0/, "")}`;
}

/** Whether the text starts with a country code. */
export const hasCountryCode = (typed: string) => /^\s*(\+|00|971)/.test(westernDigits(typed));

export function mobileFault(typed: string, needed = false): string | undefined {
  const mobile = mobileOf(typed);
  if (!mobile) return needed ? rulesWords.missing : undefined;
  return /^\+\d{8,15}$/.test(mobile) ? undefined : rulesWords.mobile;
}

/** Checks a password: ten characters or more, and not the e-mail. The server refuses well-known ones. */
export function passwordFault(password: string, email = ""): string | undefined {
  const length = [...password].length;
  if (length === 0) return rulesWords.missing;
  if (length < 10) return rulesWords.passwordShort;
  if (length > 200) return rulesWords.tooLong;
  return email && password.trim().toLowerCase() === emailOf(email) ? rulesWords.passwordEmail : undefined;
}

export const codeFault = (digits: string) => (/^\d{6}$/.test(digits) ? undefined : rulesWords.code);

/** Whether signing in goes on for an address: it needs a client, and the client must be Active. */
export function mayComeIn(found: {
  client_exist: boolean;
  client_status: string | null;
}): "yes" | "unknown" | "notActive" {
  if (!found.client_exist) return "unknown";
  return found.client_status === "Active" ? "yes" : "notActive";
}

/** Only a person with a second profile can switch. */
export const maySwitch = (profile: { switchable: number }) => profile.switchable === 1;

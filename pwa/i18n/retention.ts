import { count } from "#pwa/i18n/say";

const days = (n: number) => count(n, "day", "days");
const rows = (n: number) => count(n, "row", "rows");

/** How many rows are due; more: at least one more than were counted. */
export type Counted = { due: number; more: boolean };
const counted = ({ due, more }: Counted) => `${more ? "more than " : ""}${rows(due)}`;

/** What the server keeps for how long, and why: the kinds are those of server/retention. */
export const retentionWords = {
  text:
    "Every hour the server deletes what is older than these periods. " +
    "Orders, payments, invoices and the audit trail are not among them: " +
    "tax law wants them for at least five years.",
  ran: (when: string) => `Last run: ${when}`,
  never: "It has not run yet.",
  keep: (n: number) => (n === 0 ? "Until it ends" : days(n)),
  fixed: "Fixed",
  bounds: (least: number, most: number) => `Choose ${least} to ${days(most)}.`,
  gone: (last: number, month: number) =>
    month === 0
      ? "Nothing was deleted in the last 30 days."
      : `Deleted in the last run: ${rows(last)}. In 30 days: ${rows(month)}.`,
  change: "Change",
  changeOf: (what: string) => `Change the period: ${what}`,
  field: "Days",
  wrong: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
  would: (all: Counted) =>
    all.due === 0
      ? "The next run would delete nothing."
      : `The next run would delete ${counted(all)}. This cannot be undone.`,
  counting: "Counting…",
  saved: (what: string, n: number) => `Saved: ${what}, ${days(n)}`,
  changed: "Somebody changed this a moment ago. Close this, look at what is so now, then try again.",
  /** What each kind is, and why it is kept at all. */
  kinds: {
    sign_in_codes: { what: "Codes for signing in", why: "To see what happened to a code that was typed." },
    strangers_codes: {
      what: "Codes for unknown addresses",
      why: "So that a stranger cannot find out who has an account.",
    },
    sign_in_counters: { what: "Counters of attempts to sign in", why: "To slow down guessing." },
    sessions: { what: "Sessions", why: "To keep people signed in." },
    sign_on_attempts: {
      what: "Attempts with a company’s sign-on",
      why: "To finish a sign-in that began at the company.",
    },
    browsers: {
      what: "Where and when people signed in",
      why: "To warn of a new browser, and to let known ones in when strangers guess.",
    },
    erased_browsers: { what: "Browsers of deleted accounts", why: "So that they delete what is left on them." },
    undecided: { what: "Employees waiting for an admin", why: "Their admin needs time to decide." },
    registrations: {
      what: "Unconfirmed registrations",
      why: "To leave time for typing the code.",
    },
    letters: { what: "Record of mails sent", why: "To answer whether a mail was sent, and to send none twice." },
    phones: { what: "Numbers used for messages", why: "To tell people what they chose, while it still reaches them." },
    phone_codes: { what: "Numbers not proved", why: "To leave time for typing the code." },
    consents: {
      what: "History of message choices",
      why: "To prove consent. The choice that holds today is always kept.",
    },
    bank_names: { what: "Names on bank movements that paid no invoice", why: "To find out later what a transfer was." },
    bank_payers: {
      what: "Names on bank movements that paid invoices",
      why: "Proof of payment: tax law wants it for at least five years after the tax period.",
    },
    device_copies: {
      what: "Unsent changes of devices that started over",
      why: "So that support can bring back lost choices.",
    },
    broken_changes: { what: "Changes that could not be carried out", why: "So that support can repair them." },
    runs: { what: "Record of deletions", why: "To show that the periods are kept." },
  } as Record<string, { what: string; why: string }>,
};

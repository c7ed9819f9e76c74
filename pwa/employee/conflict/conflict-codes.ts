import type { Issue, IssueCode } from "#pwa/rules/quote/quote";

/** Codes for which a single meal is unavailable as it was chosen, and those for which a whole day is. */
export type GoneCode = Extract<IssueCode, "withdrawn" | "sold_out" | "bad_quantity">;
export type ShutCode = Extract<IssueCode, (typeof shut)[number]>;

const gone: readonly string[] = ["withdrawn", "sold_out", "bad_quantity"] satisfies GoneCode[];
const shut = [
  "cutoff_passed",
  "day_taken",
  "day_closed",
  "window_closed",
  "window_full",
  "menu_missing",
] as const satisfies IssueCode[];

export const isGone = (code: string): code is GoneCode => gone.includes(code);
export const isShut = (code: string): code is ShutCode => (shut as readonly string[]).includes(code);

/** Whether an issue is about something that changed, rather than about something that is still to be chosen. */
export const isConflict = ({ code }: Issue) => isGone(code) || isShut(code);

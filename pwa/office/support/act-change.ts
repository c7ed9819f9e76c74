// What an act of the trail changed, in words. Records of an act are as the server kept them, also of older releases.
import { formatAed } from "#pwa/i18n/amounts";
import { areasWords } from "#pwa/i18n/areas";
import { joined } from "#pwa/i18n/joined";
import { kitchenTrailWords } from "#pwa/i18n/kitchen-trail";
import { retentionWords } from "#pwa/i18n/retention";
import { sayDay, sayWhen } from "#pwa/office/say-when";

const words = kitchenTrailWords;
const inFils = new Set(["amount", "price", "due", "avg_price", "day_limit", "sale_limit", "share_cap"]);
/** Amounts in fils, or percent where the kind beside them says so. */
const byKind: Record<string, string> = { discount_amount: "discount_type", share_value: "share_type" };
const identifier = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const technical = new Set(["hash", "rev", "table"]);

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** "role Kitchen → Support": the fields that differ between two records, or all of the one that there is; empty without any. */
export function changeOf(before: unknown, after: unknown): string {
  if (!isRecord(before) && !isRecord(after)) return became(whole(before), whole(after));
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const both = isRecord(before) && isRecord(after);
  const names = Object.keys({ ...was, ...is }).filter((name) => !technical.has(name));
  return joined(
    names
      .filter((name) => !both || JSON.stringify(was[name]) !== JSON.stringify(is[name]))
      .map((name) => {
        const [old, next] = [say(name, was), say(name, is)];
        const value = both ? became(old || words.empty, next || words.empty) : old || next;
        return (old || next) && words.detail(nameOf(name), value);
      }),
  );
}

const nameOf = (field: string) =>
  words.details[field] ??
  Object.entries(retentionWords.kinds).find(([kind]) => field === `keep_${kind}`)?.[1].what ??
  field.replaceAll("_", " ");

const became = (before: string, after: string) => (before && after ? words.became(before, after) : before || after);

const whole = (value: unknown) => (Array.isArray(value) ? said(value) : typeof value === "string" ? text(value) : "");

function say(name: string, of: Fields): string {
  const value = of[name];
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") {
    const kind = byKind[name] && of[byKind[name]];
    if (kind === "Percentage" || name === "percent") return words.percent(value);
    return kind || inFils.has(name) ? formatAed(value) : String(value);
  }
  if (name === "weekdays")
    return areasWords.weekdayShort((JSON.stringify(value) ?? "").match(/\d/g)?.map(Number) ?? []);
  if (Array.isArray(value)) return said(value);
  return typeof value === "string" ? (words.values[value] ?? text(value)) : "";
}

const said = (list: readonly unknown[]) =>
  joined(list.map((one) => (typeof one === "string" || typeof one === "number" ? text(String(one)) : "")));

const text = (value: string) => {
  if (identifier.test(value)) return "";
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return sayDay(value);
  return /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value) ? sayWhen(value) : value;
};

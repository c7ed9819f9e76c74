import { Link } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { joined } from "#pwa/i18n/joined";
import { kitchenTrailWords } from "#pwa/i18n/kitchen-trail";
import type { Act } from "#pwa/office/kitchen";
import { sayDay, sayWhen } from "#pwa/office/say-when";

const words = kitchenTrailWords;

/** One audit entry as a line, with the value before and after where that helps. */
export const ActLine = ({ act }: { act: Act }) => (
  <li className="li kact">
    <span className="grow">
      <span>
        <b>{act.who || words.house}</b> {words.acts[act.kind] ?? act.kind} <Subject act={act} />
      </span>
      {act.note && <span className="sm t2 kline">{act.note}</span>}
      <Difference act={act} />
    </span>
    <time className="xs t3" dateTime={act.at}>
      {sayWhen(act.at)}
    </time>
  </li>
);

function Subject({ act }: { act: Act }) {
  const name = act.subject_name || act.subject;
  if (act.kind.startsWith("invoice."))
    return <Link to={`/kitchen/invoices/${act.subject}`}>{kitchenTrailWords.invoice}</Link>;
  if (act.subject_company) return <Link to={`/kitchen/companies/${act.subject_company}`}>{name}</Link>;
  if (act.subject_profile && !act.kind.startsWith("staff"))
    return <Link to={`/kitchen/people/${act.subject_profile}`}>{name}</Link>;
  return <span className="kcode">{name}</span>;
}

const date = /^\d{4}-\d{2}-\d{2}$/;

const say = (one: unknown) => {
  const text = one === "" || one === null ? "–" : String(one);
  return date.test(text) ? sayDay(text) : text;
};

const show = (value: unknown) =>
  joined(
    Object.entries((value ?? {}) as Record<string, unknown>)
      .filter(([name, one]) => name !== "credit" && (typeof one !== "object" || one === null))
      .map(([name, one]) =>
        name === "amount" || name === "price" || name === "due"
          ? formatAed(Number(one))
          : words.detail(words.details[name] ?? name.replaceAll("_", " "), say(one)),
      ),
  );

function Difference({ act }: { act: Act }) {
  const [before, after] = [show(act.before), show(act.after)];
  if (!before && !after) return null;
  return <span className="xs t3 kline">{before && after ? `${before} → ${after}` : before || after}</span>;
}

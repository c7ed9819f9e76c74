import { Link } from "react-router";
import { kitchenTrailWords } from "#pwa/i18n/kitchen-trail";
import type { Act } from "#pwa/office/kitchen";
import { sayWhen } from "#pwa/office/say-when";
import { changeOf } from "#pwa/office/support/act-change";

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

function Difference({ act }: { act: Act }) {
  const said = changeOf(act.before, act.after);
  return said && <span className="xs t3 kline">{said}</span>;
}

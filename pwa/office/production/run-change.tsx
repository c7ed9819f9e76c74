import { dotted } from "#pwa/i18n/dotted";
import { joined } from "#pwa/i18n/joined";
import { productionWords as words } from "#pwa/i18n/production";
import { PaperButtons } from "#pwa/office/production/paper-buttons";
import { sayWhen } from "#pwa/office/say-when";
import type { Production } from "#pwa/offline/wire";

type Run = Production["runs"][number];

/** One change of a date after its first production list: whom it concerns, which papers it changes, and its own papers. */
export function RunChange({ date, run }: { date: string; run: Run }) {
  const { lines = [], texts = [], anew } = run; // a date that an older version of the app stored has none
  return (
    <li className="card pad">
      <div className="row between wrap g2">
        <span>
          <b>{words.change(run.n)}</b> <span className="sm t2">{sayWhen(run.at)}</span>
        </span>
        <span className="kcode">{run.mark}</span>
      </div>
      {anew && <p className="sm t2 num">{words.anew(anew.meals, anew.people, anew.places)}</p>}
      <p className="mt2 num">
        {run.changes.length === 0 && <span className="sm t2">{words.sameMeals}</span>}
        {run.changes.map((change) => (
          <span className="kline" key={`${change.meal} ${change.name}`}>
            {`${change.qty > 0 ? "+" : "−"}${Math.abs(change.qty)} ${change.name}`}
          </span>
        ))}
      </p>
      {lines.length + texts.length > 0 && (
        <ul className="list mt3" aria-label={words.whom(run.n)}>
          {lines.map((line) => (
            <li className="li kmeal" key={`${line.delivery} ${line.place} ${line.meal} ${line.name}`}>
              <b className="kqty num">{words.became(String(line.before), String(line.after))}</b>
              <span className="grow">
                <b>{line.person}</b> {line.name}
                <span className="sm t2 kline">
                  {dotted([line.company, joined([line.label, line.line, line.area])])}
                </span>
              </span>
            </li>
          ))}
          {texts.map((text) => (
            <li className="li kmeal" key={`${text.kind} ${text.id} ${text.field}`}>
              <span className="grow">
                <b>{text.name}</b> {words.fields[text.field] ?? text.field}
                <span className="kline">
                  {text.before === text.after
                    ? words.notPrinted
                    : words.became(text.before || words.nothing, text.after || words.nothing)}
                </span>
              </span>
              <span className="sm t2">{text.company}</span>
            </li>
          ))}
        </ul>
      )}
      <section className="mt3" aria-label={words.printChange(run.n)}>
        <PaperButtons date={date} run={run.n} names={Object.keys(words.papers)} />
      </section>
    </li>
  );
}

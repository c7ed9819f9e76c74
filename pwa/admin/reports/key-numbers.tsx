import { formatAed } from "#pwa/i18n/amounts";
import { locale } from "#pwa/i18n/locale";
import { reportWords } from "#pwa/i18n/report";
import type { Report } from "#pwa/offline/wire";
import { part } from "#pwa/rules/money";
import { Icon } from "#pwa/ui/icon";

const words = reportWords;

/** Whole percent by which a number differs from the one before. */
const percent = (now: number, before: number) => part(Math.abs(now - before), 100, before);
const perLunch = ({ employee_share, lunches }: Report["total"]) =>
  lunches > 0 ? part(Math.max(0, employee_share), 1, lunches) : 0;

type Change = { up: boolean | null; text: string };

function changeOf(
  now: number,
  before: number,
  more: (by: number) => string,
  less: (by: number) => string,
  by?: number,
): Change {
  if (before === 0) return { up: null, text: words.fresh };
  const differs = by ?? percent(now, before);
  if (now === before || differs === 0) return { up: null, text: words.same };
  return { up: now > before, text: now > before ? more(differs) : less(differs) };
}

/** The few numbers that matter, each beside what it was before. An arrow and words tell the way, no colour alone. */
export function KeyNumbers({ report: { total, earlier } }: { report: Report }) {
  const [pays, paid] = [perLunch(total), perLunch(earlier)];
  const amount = (by: number) => formatAed(by);
  const all: { name: string; value: string; note?: string; change: Change }[] = [
    {
      name: words.lunches,
      value: total.lunches.toLocaleString(locale),
      note: total.shared < total.lunches ? words.shared(total.shared) : undefined,
      change: changeOf(total.lunches, earlier.lunches, words.more, words.less),
    },
    {
      name: words.eating,
      value: words.eatingOf(total.eaters, total.people),
      change: changeOf(
        total.eaters,
        earlier.eaters,
        words.morePeople,
        words.lessPeople,
        Math.abs(total.eaters - earlier.eaters),
      ),
    },
    {
      name: words.share,
      value: formatAed(total.company_share),
      change: changeOf(total.company_share, earlier.company_share, words.more, words.less),
    },
    {
      name: words.average,
      value: formatAed(pays),
      change: changeOf(
        pays,
        paid,
        (by) => words.moreMoney(amount(by)),
        (by) => words.lessMoney(amount(by)),
        Math.abs(pays - paid),
      ),
    },
    {
      name: words.saved,
      value: formatAed(total.discount),
      change: {
        up: null,
        text:
          total.gross_amount === 0
            ? words.fresh
            : total.discount === 0
              ? words.savedNone
              : words.savedText(part(total.discount, 100, total.gross_amount)),
      },
    },
  ];
  return (
    <dl className="keynumbers mt4">
      {all.map(({ name, value, note, change }) => (
        <div className="card" key={name}>
          <dt className="sm t2">{name}</dt>
          <dd className="num big">{value}</dd>
          {note && <dd className="xs t2">{note}</dd>}
          <dd className="xs change">
            {change.up !== null && (
              <span className={change.up ? "up" : "down"}>
                <Icon name="arrow" size="s" />
              </span>
            )}
            {change.text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

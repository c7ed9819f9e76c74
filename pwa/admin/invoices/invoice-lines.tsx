import { useState } from "react";
import { sayDate, sayShort } from "#pwa/admin/invoices/say-month";
import { formatAed } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import { percents } from "#pwa/i18n/say";
import { shortDay } from "#pwa/i18n/say-day";
import type { InvoiceDay, InvoiceDetails } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";
import { Loading } from "#pwa/ui/loading";
import { Segment } from "#pwa/ui/segment";

const words = invoiceWords;
type By = "day" | "person";
/** A day of an invoice; of another year with it. */
const sayIn = (date: string, month: string) =>
  date.slice(0, 4) === month.slice(0, 4) ? sayShort(date) : sayDate(date);
const nameOf = (name: string) => name || words.former;

/** The days of an invoice; one with two rates of VAT is there twice. */
const daysOf = (days: InvoiceDay[]) =>
  [...new Set(days.map(({ date }) => date))].map((on) => [on, days.filter(({ date }) => date === on)] as const);
const sum = (days: InvoiceDay[], what: "lunches" | "total") => days.reduce((all, day) => all + day[what], 0);

/** Lists an invoice by day or by person; each entry opens to its lines. The lines show money and no dishes. */
export function InvoiceLines({ invoice }: { invoice: InvoiceDetails }) {
  const [by, setBy] = useState<By>("day");
  const rows =
    by === "day"
      ? daysOf(invoice.days).map(([date, days]) => ({
          key: date,
          name: `${shortDay(date)} ${sayIn(date, invoice.month)}`,
          lunches: sum(days, "lunches"),
          total: sum(days, "total"),
        }))
      : invoice.people.map(({ id, name, lunches, total }) => ({ key: id, name: nameOf(name), lunches, total }));
  return (
    <section className="card pad mt4 invoicelines" aria-labelledby="lines">
      <div className="row g3 wrap between">
        <div>
          <h2 className="h3" id="lines">
            {words.details}
          </h2>
          <p className="sm t2">{words.detailsText}</p>
        </div>
        <Segment<By>
          label={words.by}
          value={by}
          onChange={setBy}
          options={[
            { value: "day", label: words.byDay },
            { value: "person", label: words.byPerson },
          ]}
        />
      </div>
      <ul className="mt3">
        {rows.map(({ key, ...row }) => (
          <Row key={by + key} invoice={invoice.id} of={key} by={by} {...row} />
        ))}
      </ul>
    </section>
  );
}

type Part = { invoice: string; by: By /** The day or the person. */; of: string };
type RowProps = Part & { name: string; lunches: number; total: number };

function Row({ name, lunches, total, ...part }: RowProps) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="grow">
            <bdi>{name}</bdi>
          </span>
          <span className="sm t2 nw">{words.lunches(lunches)}</span>
          <span className="num fils">{formatAed(total)}</span>
        </summary>
        {open && <Opened {...part} />}
      </details>
    </li>
  );
}

function Opened({ invoice, by, of }: Part) {
  const { answer: data, trouble } = useAnswer(`/api/invoices/${invoice}/lines?${by}=${of}`, { keepOpen: true });
  if (!data && trouble) {
    return (
      <p className="sm t2 pad" role="status">
        {words.linesFailed}
      </p>
    );
  }
  if (!data) {
    return <Loading heights={["44px"]} />;
  }
  return (
    <table className="bill">
      <thead className="sr">
        <tr>
          <th scope="col">{by === "day" ? words.byPerson : words.byDay}</th>
          <th scope="col">{words.net}</th>
          <th scope="col">{words.vat(percents(data.data.map((line) => line.vat_rate)))}</th>
          <th scope="col">{words.total}</th>
        </tr>
      </thead>
      <tbody>
        {data.data.map((line) => (
          <tr key={`${line.date} ${line.id} ${line.vat_rate}`}>
            <th scope="row">
              <bdi>{by === "day" ? nameOf(line.name) : `${shortDay(line.date)} ${sayDate(line.date)}`}</bdi>
            </th>
            <td className="t2">{formatAed(line.net)}</td>
            <td className="t2">{formatAed(line.vat)}</td>
            <td>{formatAed(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

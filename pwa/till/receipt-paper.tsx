import { Fragment } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { ownName } from "#pwa/i18n/food";
import { paperWords, posWords } from "#pwa/i18n/pos";
import { percents, product } from "#pwa/i18n/say";
import type { TillTerms } from "#pwa/offline/wire";
import { vatIn } from "#pwa/till/bill";
import { sayClock } from "#pwa/till/say-time";
import type { Sale } from "#pwa/till/till-db";
import { Square } from "#pwa/ui/square";

type Props = {
  id: string;
  sale: Sale;
  at: number;
  prefix: string;
  squares: string[];
  terms?: TillTerms;
  who: string;
  copy: boolean;
};

/** A receipt of 80 mm. Of somebody whom nobody knows it is their tax invoice; a customer with a code has theirs in the app. */
export function ReceiptPaper({ id, sale, at, prefix, squares, terms, who, copy }: Props) {
  const line = (term: string, fils: number, strong = false) => (
    <tr className={strong ? "strong" : undefined}>
      <th scope="row">{term}</th>
      <td>{formatAed(fils)}</td>
    </tr>
  );
  const number = posWords.printed(prefix, sale.receipt, id);
  const seller = sale.buyer ? undefined : terms?.seller;
  const name = !seller ? paperWords.receipt : sale.voided ? paperWords.taxCredit : paperWords.taxInvoice;
  return (
    <article>
      <h1>{product}</h1>
      {seller && (
        <p>
          {seller.name}
          <br />
          {seller.address}
          <br />
          {paperWords.trn(seller.trn)}
        </p>
      )}
      {terms && (
        <p>
          {terms.company}
          <br />
          {dotted([terms.name, terms.place])}
        </p>
      )}
      <p>
        {dotted([name(number), copy && paperWords.copy])}
        <br />
        {sale.day}, {sayClock(at)}
        <br />
        {paperWords.soldBy(who)}
        {sale.buyer && (
          <>
            <br />
            {paperWords.customer(sale.buyer)}
          </>
        )}
      </p>
      {sale.voided && <p className="strong">{paperWords.voided}</p>}
      <table>
        <tbody>
          {sale.lines.map((line) => (
            <tr key={line.meal}>
              <th scope="row">
                {line.qty} × {ownName(line)}
              </th>
              <td>{formatAed(line.qty * line.price)}</td>
            </tr>
          ))}
          {line(paperWords.total, sale.total, true)}
          {line(paperWords.vat(percents([sale.vat_rate])), vatIn(sale))}
          {sale.cash > 0 && line(paperWords.cash, sale.cash)}
          {sale.given > sale.cash && line(paperWords.given, sale.given)}
          {sale.given > sale.cash && line(paperWords.change, sale.given - sale.cash)}
          {sale.terminal > 0 && line(paperWords.terminal(sale.reference), sale.terminal)}
          {sale.account > 0 && line(paperWords.account, sale.account)}
        </tbody>
      </table>
      {sale.note && <p>{sale.note}</p>}
      {squares.map((square, n) => (
        <Fragment key={square}>
          <Square text={square} label={paperWords.square} />
          {squares.length > 1 && <p>{paperWords.part(n + 1, squares.length)}</p>}
        </Fragment>
      ))}
      <p>{paperWords.thanks}</p>
    </article>
  );
}

import { useState } from "react";
import { CompanyStatement } from "#pwa/admin/invoices/company-statement";
import { sayDate, sayMonth } from "#pwa/admin/invoices/say-month";
import { formatAed } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import type { Invoices } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";

const words = invoiceWords;

/** What is owed and since when, what comes next, and the statement. */
export function CompanyAccount({ invoices: { account, forecast, statements } }: { invoices: Invoices }) {
  const [shown, setShown] = useState(false);
  const ages = [account.not_yet, account.to_30, account.to_60, account.to_90, account.beyond];
  const owes = account.balance > 0;
  return (
    <div className="col g4">
      <section className="card pad" aria-labelledby="account">
        <h2 className="sm m t2" id="account">
          {owes ? words.owed : account.balance < 0 ? words.credit : words.account}
        </h2>
        <p className="h1 num">{account.balance === 0 ? words.nothingOwed : formatAed(Math.abs(account.balance))}</p>
        {account.credit > 0 && (
          <p className="sm t2 mt2">
            {account.balance < 0 ? words.overpaidText : words.creditText(formatAed(account.credit))}
          </p>
        )}
        {ages.some((age) => age > 0) && (
          <dl className="dl sm mt3">
            {ages.map(
              (age, at) =>
                age > 0 && (
                  <div key={words.ages[at]}>
                    <dt className={at > 0 ? "late" : "t2"}>{words.ages[at]}</dt>
                    <dd>{formatAed(age)}</dd>
                  </div>
                ),
            )}
          </dl>
        )}
      </section>
      <section className="card pad" aria-labelledby="next">
        <h2 className="sm m t2" id="next">
          {words.next}
        </h2>
        <p className="h2 num">{formatAed(forecast.amount)}</p>
        <p className="sm t2 mt2">{words.nextText(sayMonth(forecast.month), sayDate(forecast.issued_on))}</p>
        <p className="sm t2">{words.soFar(forecast.lunches)}</p>
      </section>
      {statements.length > 0 &&
        (shown ? (
          <CompanyStatement years={statements} />
        ) : (
          <Button look="out" icon="history" onClick={() => setShown(true)}>
            {words.showStatement}
          </Button>
        ))}
    </div>
  );
}

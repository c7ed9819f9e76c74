import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import type { InvoiceRow } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { sayMonth } from "#pwa/office/say-when";
import { SearchPage } from "#pwa/office/search-page";
import { InvoiceChip } from "#pwa/office/support/invoice-chip";
import { useTyped } from "#pwa/office/use-typed";
import { useList } from "#pwa/online/use-answer";
import { Segment } from "#pwa/ui/segment";

const words = kitchenInvoiceWords;
const states = ["", "due", "overdue", "paid", "credit", "unsent"];

/** Every company's invoices, the newest first. */
export function Invoices() {
  const [params, setParams] = useSearchParams();
  const state = states.find((known) => known === params.get("state")) ?? "";
  const [typed, setTyped] = useState("");
  const q = useTyped(typed);
  const list = useList("/api/kitchen/invoices", { state, q });
  return (
    <SearchPage
      title={words.title}
      searchLabel={words.searchLabel}
      words={typed}
      onWords={setTyped}
      filter={
        <Segment
          label={words.which}
          value={state}
          options={states
            .filter((value) => value !== "unsent" || value === state)
            .map((value) => ({ value, label: value ? (words.filters[value] ?? value) : kitchenWords.all }))}
          onChange={(value) => setParams(value ? { state: value } : {}, { replace: true })}
        />
      }
    >
      <Listing
        list={list}
        label={words.title}
        empty={!q && !state ? { title: words.none, text: words.noneText } : undefined}
      >
        {(row: InvoiceRow) => (
          <li key={row.id}>
            <Link className="li" to={`/kitchen/invoices/${row.id}`}>
              <span className="grow">
                <b className="kname">{row.company}</b>
                <span className="sm t2 kline num">
                  {dotted([row.number, sayMonth(row.month), formatAed(row.total)])}
                </span>
                {row.due > 0 && row.due !== row.total && (
                  <span className="sm kline">{words.left(formatAed(row.due))}</span>
                )}
                {row.credit > 0 && <span className="sm kline">{words.tooMuch(formatAed(row.credit))}</span>}
              </span>
              <InvoiceChip invoice={row} />
            </Link>
          </li>
        )}
      </Listing>
    </SearchPage>
  );
}

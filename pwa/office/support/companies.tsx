import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { dotted } from "#pwa/i18n/dotted";
import { kitchenCompanyWords, kitchenWords } from "#pwa/i18n/kitchen";
import type { CompanyRow } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { sayDate } from "#pwa/office/say-when";
import { SearchPage } from "#pwa/office/search-page";
import { StateChip } from "#pwa/office/state-chip";
import { useTyped } from "#pwa/office/use-typed";
import { useList } from "#pwa/online/use-answer";
import { Segment } from "#pwa/ui/segment";

const words = kitchenCompanyWords;
const states = ["", "Pending", "Active", "Suspended", "Rejected"];

/** Every company that is a customer or wants to be one. */
export function Companies() {
  const [params, setParams] = useSearchParams();
  const status = states.find((known) => known === params.get("status")) ?? "";
  const [typed, setTyped] = useState("");
  const q = useTyped(typed);
  const list = useList("/api/kitchen/companies", { status, q });
  return (
    <SearchPage
      title={words.title}
      searchLabel={words.searchLabel}
      words={typed}
      onWords={setTyped}
      filter={
        <Segment
          label={kitchenWords.search}
          value={status}
          options={states.map((value) => ({ value, label: value ? words.states[value] : kitchenWords.all }))}
          onChange={(value) => setParams(value ? { status: value } : {}, { replace: true })}
        />
      }
    >
      <Listing
        list={list}
        label={words.title}
        empty={status === "Pending" && !q ? { title: words.noneWaiting, text: words.noneWaitingText } : undefined}
      >
        {(row: CompanyRow) => (
          <li key={row.id}>
            <Link className="li" to={`/kitchen/companies/${row.id}`}>
              <span className="grow">
                <b className="kname">{row.name}</b>
                <span className="sm t2 kline">
                  {dotted([
                    row.trn,
                    words.active(row.active_people),
                    row.people > 0 && words.said(row.people),
                    words.since(sayDate(row.created_at)),
                  ])}
                </span>
              </span>
              <StateChip state={row.status} words={words.states} />
            </Link>
          </li>
        )}
      </Listing>
    </SearchPage>
  );
}

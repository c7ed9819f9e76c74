import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { kitchenPersonWords, kitchenWords } from "#pwa/i18n/kitchen";
import type { PersonRow } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { SearchPage } from "#pwa/office/search-page";
import { StateChip } from "#pwa/office/state-chip";
import { useTyped } from "#pwa/office/use-typed";
import { useList } from "#pwa/online/use-answer";
import { Segment } from "#pwa/ui/segment";

const words = kitchenPersonWords;
const states = ["", "Active", "Invited", "Pending", "Suspended"];

/** All people who have an account, by name, e-mail or company, and by state. */
export function People() {
  const [params, setParams] = useSearchParams();
  const company = params.get("company") ?? "";
  const state = states.find((known) => known === params.get("state")) ?? "";
  const [typed, setTyped] = useState("");
  const q = useTyped(typed);
  const list = useList("/api/kitchen/people", { company, state, q });
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
          options={states.map((value) => ({ value, label: value ? (words.states[value] ?? value) : kitchenWords.all }))}
          onChange={(value) =>
            setParams({ ...(company && { company }), ...(value && { state: value }) }, { replace: true })
          }
        />
      }
    >
      <Listing list={list} label={words.title}>
        {(row: PersonRow) => (
          <li key={row.id}>
            <Link className="li" to={`/kitchen/people/${row.id}`}>
              <span className="grow">
                <b className="kname">{row.name}</b>
                <span className="sm t2 kline">
                  {[row.email, row.company_name, words.types[row.client_type] ?? row.client_type].join(" · ")}
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

import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { dotted } from "#pwa/i18n/dotted";
import { kitchenPersonWords, kitchenWords } from "#pwa/i18n/kitchen";
import { type PersonRow, stateOf } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { SearchPage } from "#pwa/office/search-page";
import { StateChip } from "#pwa/office/state-chip";
import { useTyped } from "#pwa/office/use-typed";
import { useList } from "#pwa/online/use-answer";
import { SelectField } from "#pwa/ui/select-field";

const words = kitchenPersonWords;

/** All people who have an account, by name, e-mail or company, and by state. */
export function People() {
  const [params, setParams] = useSearchParams();
  const company = params.get("company") ?? "";
  const state = Object.keys(words.states).find((known) => known === params.get("state")) ?? "";
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
        <SelectField
          label={words.state}
          value={state}
          onChange={({ target: { value } }) =>
            setParams({ ...(company && { company }), ...(value && { state: value }) }, { replace: true })
          }
        >
          <option value="">{kitchenWords.all}</option>
          {Object.entries(words.states).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      }
    >
      <Listing list={list} label={words.title}>
        {(row: PersonRow) => (
          <li key={row.id}>
            <Link className="li" to={`/kitchen/people/${row.id}`}>
              <span className="grow">
                <b className="kname">{row.name || words.noName}</b>
                <span className="sm t2 kline">
                  {dotted([
                    !row.erased && row.email,
                    row.company_name,
                    words.types[row.client_type] ?? row.client_type,
                  ])}
                </span>
              </span>
              <StateChip state={stateOf(row)} words={words.states} />
            </Link>
          </li>
        )}
      </Listing>
    </SearchPage>
  );
}

import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { kitchenPersonWords } from "#pwa/i18n/kitchen";
import type { PersonRow } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { StateChip } from "#pwa/office/state-chip";
import { useList } from "#pwa/office/use-list";
import { useTyped } from "#pwa/office/use-typed";
import { Field } from "#pwa/ui/field";

const said = kitchenPersonWords;

/** All people who have an account, by name, e-mail or company. */
export function People() {
  const [params] = useSearchParams();
  const company = params.get("company") ?? "";
  const [words, setWords] = useState("");
  const q = useTyped(words);
  const list = useList<PersonRow>("/api/kitchen/people", { company, q });
  return (
    <>
      <h1>{said.title}</h1>
      <div className="kfind mt4">
        <Field
          label={said.searchLabel}
          icon="search"
          type="search"
          value={words}
          maxLength={100}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div className="mt4">
        <Listing list={list} label={said.title}>
          {(row: PersonRow) => (
            <li key={row.id}>
              <Link className="li" to={`/kitchen/people/${row.id}`}>
                <span className="grow">
                  <b className="kname">{row.name}</b>
                  <span className="sm t2 kline">{`${row.email} · ${row.company_name} · ${row.client_type}`}</span>
                </span>
                <StateChip state={row.status} words={said.states} />
              </Link>
            </li>
          )}
        </Listing>
      </div>
    </>
  );
}

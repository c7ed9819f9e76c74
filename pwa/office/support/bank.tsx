import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { bankWords as words } from "#pwa/i18n/bank";
import { dotted } from "#pwa/i18n/dotted";
import type { BankStatement } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { sayDay } from "#pwa/office/say-when";
import { ImportStatement } from "#pwa/office/support/import-statement";
import { useList } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";

/** The bank's statements, the newest first, and a way to import the next one. */
export function Bank() {
  const [adding, setAdding] = useState(false);
  const list = useList("/api/kitchen/bank", {});
  const go = useNavigate();
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      <div className="mt4">
        <Button look="pri" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      <div className="mt4">
        <Listing list={list} label={words.title} empty={{ title: words.none, text: words.noneText }}>
          {(row: BankStatement) => (
            <li key={row.id}>
              <Link className="li" to={`/kitchen/bank/${row.id}`}>
                <span className="grow">
                  <b className="kname">{row.name}</b>
                  <span className="sm t2 kline">
                    {dotted([`${sayDay(row.first_on)} – ${sayDay(row.last_on)}`, words.by(row.by)])}
                  </span>
                  <span className="sm kline">{words.of(row.open, row.booked)}</span>
                </span>
              </Link>
            </li>
          )}
        </Listing>
      </div>
      {adding && <ImportStatement onDone={(id) => void go(`/kitchen/bank/${id}`)} onClose={() => setAdding(false)} />}
    </>
  );
}

import { useState } from "react";
import { useSearchParams } from "react-router";
import { kitchenMoneyWords, kitchenWords } from "#pwa/i18n/kitchen";
import type { AttemptRow } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { SearchPage } from "#pwa/office/search-page";
import { AttemptLine } from "#pwa/office/support/attempt-line";
import { useTyped } from "#pwa/office/use-typed";
import { useList } from "#pwa/online/use-answer";
import { Segment } from "#pwa/ui/segment";

const words = kitchenMoneyWords;
const states = ["", "open", "paid", "failed"] as const;

/** Every try to take money, newest first. */
export function Payments() {
  const [params, setParams] = useSearchParams();
  const status = states.find((known) => known === params.get("status")) ?? "";
  const [typed, setTyped] = useState("");
  const q = useTyped(typed);
  const list = useList("/api/kitchen/attempts", { status, q });
  return (
    <SearchPage
      title={words.title}
      searchLabel={words.searchLabel}
      words={typed}
      onWords={setTyped}
      filter={
        <Segment
          label={words.state}
          value={status}
          options={states.map((value) => ({ value, label: value ? words.states[value] : kitchenWords.all }))}
          onChange={(value) => setParams(value ? { status: value } : {}, { replace: true })}
        />
      }
    >
      <Listing list={list} label={words.title}>
        {(attempt: AttemptRow) => (
          <AttemptLine key={attempt.id} attempt={attempt} person onDone={() => void list.again()} />
        )}
      </Listing>
    </SearchPage>
  );
}

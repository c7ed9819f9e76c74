import { useState } from "react";
import { kitchenMoneyWords, kitchenWords } from "#pwa/i18n/kitchen";
import type { AttemptRow } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { AttemptLine } from "#pwa/office/support/attempt-line";
import { useList } from "#pwa/office/use-list";
import { useTyped } from "#pwa/office/use-typed";
import { Field } from "#pwa/ui/field";
import { Segment } from "#pwa/ui/segment";

const said = kitchenMoneyWords;
const states = ["", "open", "paid", "failed"] as const;

/** Every try to take money, newest first. */
export function Payments() {
  const [words, setWords] = useState("");
  const [status, setStatus] = useState<(typeof states)[number]>("");
  const q = useTyped(words);
  const list = useList<AttemptRow>("/api/kitchen/attempts", { status, q });
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
        <Segment
          label={said.state}
          value={status}
          options={states.map((value) => ({ value, label: value ? said.states[value] : kitchenWords.all }))}
          onChange={setStatus}
        />
      </div>
      <div className="mt4">
        <Listing list={list} label={said.title}>
          {(attempt: AttemptRow) => (
            <AttemptLine key={attempt.id} attempt={attempt} person onDone={() => void list.again()} />
          )}
        </Listing>
      </div>
    </>
  );
}

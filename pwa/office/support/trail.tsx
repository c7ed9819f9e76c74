import { useState } from "react";
import { kitchenTrailWords, kitchenWords } from "#pwa/i18n/kitchen";
import type { Act } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { ActLine } from "#pwa/office/support/act-list";
import { useList } from "#pwa/online/use-answer";
import { SelectField } from "#pwa/ui/select-field";

const said = kitchenTrailWords;

/** Who did what, newest first. Nothing in it is ever changed. */
export function Trail() {
  const [of, setOf] = useState("operators");
  const [kind, setKind] = useState("");
  const list = useList("/api/kitchen/acts", { of, kind });
  return (
    <>
      <h1>{said.title}</h1>
      <p className="t2 mt2">{said.text}</p>
      <div className="kdates mt4">
        <SelectField label={said.whose} value={of} onChange={(event) => setOf(event.target.value)}>
          <option value="operators">{said.operators}</option>
          <option value="">{said.everybody}</option>
        </SelectField>
        <SelectField label={said.kind} value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">{kitchenWords.all}</option>
          {Object.entries(said.kinds).map(([value, label]) => (
            <option key={value} value={`${value}.`}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="mt4">
        <Listing list={list} label={said.title} empty={{ title: said.none, text: said.text }}>
          {(act: Act) => <ActLine key={act.id} act={act} />}
        </Listing>
      </div>
    </>
  );
}

import { useState } from "react";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenTrailWords } from "#pwa/i18n/kitchen-trail";
import { trailExportWords } from "#pwa/i18n/trail-export";
import type { Act } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { ActLine } from "#pwa/office/support/act-list";
import { ExportTrail } from "#pwa/office/support/export-trail";
import { useList } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { SelectField } from "#pwa/ui/select-field";

const words = kitchenTrailWords;

/** Who did what, newest first. Nothing in it is ever changed. */
export function Trail() {
  const [of, setOf] = useState("operators");
  const [kind, setKind] = useState("");
  const [exporting, setExporting] = useState(false);
  const list = useList("/api/kitchen/acts", { of, kind });
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      <div className="row wrap g2 mt4">
        <Button look="out" icon="download" onClick={() => setExporting(true)}>
          {trailExportWords.open}
        </Button>
      </div>
      <div className="kdates mt4">
        <SelectField label={words.whose} value={of} onChange={(event) => setOf(event.target.value)}>
          <option value="operators">{words.operators}</option>
          <option value="">{words.everybody}</option>
        </SelectField>
        <SelectField label={words.kind} value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">{kitchenWords.all}</option>
          {Object.entries(words.kinds).map(([value, label]) => (
            <option key={value} value={`${value}.`}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="mt4">
        <Listing list={list} label={words.title} empty={{ title: words.none, text: words.text }}>
          {(act: Act) => <ActLine key={act.id} act={act} />}
        </Listing>
      </div>
      {exporting && (
        <ExportTrail
          onClose={() => {
            setExporting(false);
            void list.again();
          }}
        />
      )}
    </>
  );
}

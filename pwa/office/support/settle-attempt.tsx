import { useState } from "react";
import { kitchenMoneyWords } from "#pwa/i18n/kitchen";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { isIn, useOperator } from "#pwa/office/kitchen";
import { Button } from "#pwa/ui/button";

const words = kitchenMoneyWords;

/** What the provider's back office shows of a payment that the provider itself leaves open; a manager calls it taken. */
export function SettleAttempt({ id, onDone }: { id: string; onDone: () => void }) {
  const manager = isIn(useOperator()?.operator_role, "manager");
  const [deed, setDeed] = useState<Deed>();
  return (
    <>
      {manager && (
        <Button look="out" onClick={() => setDeed(settling(id, true))}>
          {words.taken}
        </Button>
      )}
      <Button look="out" onClick={() => setDeed(settling(id, false))}>
        {words.notTaken}
      </Button>
      {!manager && <span className="sm t2">{words.takenByManager}</span>}
      {deed && <AskFirst deed={deed} onDone={onDone} onClose={() => setDeed(undefined)} />}
    </>
  );
}

const settling = (id: string, taken: boolean): Deed => ({
  title: taken ? words.takenTitle : words.notTakenTitle,
  text: taken ? words.takenText : words.notTakenText,
  go: taken ? words.taken : words.notTaken,
  path: `/api/kitchen/attempts/${id}/settle`,
  body: { taken },
  reason: "reason",
  named: { name: "number", label: words.number, help: words.numberHelp, missing: words.numberMissing },
  done: words.settled,
});

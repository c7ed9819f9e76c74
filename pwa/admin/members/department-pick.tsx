import { useState } from "react";
import { membersWords as words } from "#pwa/i18n/members";
import type { Department } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { RadioRow } from "#pwa/ui/radio-row";
import { Sheet } from "#pwa/ui/sheet";

type Props = { departments: Department[]; busy: boolean; onClose: () => void; onPick: (id: string) => void };

/** Which department people go to. */
export function DepartmentPick({ departments, busy, onClose, onPick }: Props) {
  const [chosen, setChosen] = useState("");
  return (
    <Sheet
      open
      title={words.acts.assign ?? ""}
      onClose={onClose}
      footer={
        <Button look="pri" full busy={busy} onClick={() => onPick(chosen)}>
          {words.keep}
        </Button>
      }
    >
      <fieldset className="choose">
        <legend className="sr">{words.department}</legend>
        {[{ id: "", name: words.noDepartment }, ...departments].map(({ id, name }) => (
          <RadioRow key={id} name="department" value={id} checked={chosen === id} onChoose={setChosen}>
            <span className="grow wordy">{name}</span>
          </RadioRow>
        ))}
      </fieldset>
      {departments.length === 0 && <p className="sm t2 mt2">{words.departmentsNone}</p>}
    </Sheet>
  );
}

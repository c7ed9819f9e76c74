import { useRef } from "react";
import { bookWords as words } from "#pwa/i18n/book";
import { Chip } from "#pwa/ui/chip";
import { SelectField } from "#pwa/ui/select-field";

type Props = { label: string; from: string[]; chosen: string[]; most: number; onChange: (chosen: string[]) => void };

/** Some of many, in the order in which they were chosen: a list to add from, and each chosen one to press away. */
export function PickSome({ label, from, chosen, most, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const full = chosen.length >= most;
  const take = (name: string) => {
    onChange(chosen.filter((one) => one !== name));
    // The pressed button is gone, so the focus moves to the list from which the entry can be chosen again.
    box.current?.querySelector("select")?.focus();
  };
  return (
    <div ref={box}>
      <SelectField
        label={label}
        help={full ? words.full(most) : undefined}
        value=""
        aria-disabled={full}
        onChange={(event) => {
          if (event.target.value && !full) onChange([...chosen, event.target.value]);
        }}
      >
        <option value="">{words.addTo(label)}</option>
        {from
          .filter((name) => !chosen.includes(name))
          .map((name) => (
            <option key={name} value={name}>
              {words.part(name)}
            </option>
          ))}
      </SelectField>
      {chosen.length > 0 && (
        <div className="row wrap g2 mt2">
          {chosen.map((name) => (
            <Chip key={name} icon="x" aria-label={words.take(words.part(name), label)} onClick={() => take(name)}>
              {words.part(name)}
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}

import { useState } from "react";
import { kitchenCompanyWords } from "#pwa/i18n/kitchen";
import { useTyped } from "#pwa/office/use-typed";
import { useList } from "#pwa/online/use-answer";
import { Field } from "#pwa/ui/field";
import { RadioRow } from "#pwa/ui/radio-row";

const most = 6;

type Props = { chosen: string; error?: string; onChoose: (company: { id: string; name: string }) => void };

/** One company of all, looked for by its name or tax number. */
export function PickCompany({ chosen, error, onChoose }: Props) {
  const [typed, setTyped] = useState("");
  const { rows } = useList("/api/kitchen/companies", { status: "", q: useTyped(typed) });
  return (
    <div className="col g2">
      <Field
        label={kitchenCompanyWords.searchLabel}
        icon="search"
        type="search"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <fieldset className="col g2">
        <legend className="lbl">{kitchenCompanyWords.title}</legend>
        {rows?.slice(0, most).map(({ id, name, trn }) => (
          <RadioRow key={id} name="company" value={id} checked={id === chosen} onChoose={() => onChoose({ id, name })}>
            <span className="grow">
              <bdi>{name}</bdi>
              <bdi className="sm t2 kline num">{trn}</bdi>
            </span>
          </RadioRow>
        ))}
      </fieldset>
    </div>
  );
}

import { useState } from "react";
import { offerWords as words } from "#pwa/i18n/planner";

const most = 10_000;

type Props = { label: string; portions: number | undefined; onChange: (portions: number | undefined) => void };

/** The number of portions to cook; an empty field is as many as are ordered. */
export function PortionsField({ label, portions, onChange }: Props) {
  // Keeps the text exactly as it was typed until the field loses the focus.
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    const digits = text.replaceAll(/\D/g, "").slice(0, 5);
    setTyped(digits);
    onChange(digits === "" ? undefined : Math.min(most, Number(digits)));
  };
  return (
    <input
      className="plportions"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      title={words.portions}
      placeholder={words.asOrdered}
      value={typed ?? portions ?? ""}
      onChange={(event) => change(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyped(undefined)}
    />
  );
}

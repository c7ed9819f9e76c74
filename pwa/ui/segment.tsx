import { type ReactNode, useId } from "react";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
};

/** Two to four choices side by side; arrow keys move between them. */
export function Segment<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

import { useId } from "react";
import { bookWords as words } from "#pwa/i18n/book";

type Props = {
  label: string;
  from: { value: string; colour?: string; className?: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** One of a few colours, each with its name for people who cannot see it. */
export function PickColour({ label, from, value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="bkcolours">
      <legend className="lbl">{label}</legend>
      <div className="row wrap">
        {from.map((one) => (
          <label
            key={one.value}
            className={`bkcolour ${one.className ?? ""}`}
            title={one.value ? words.part(one.value) : words.byItself}
          >
            <input
              type="radio"
              name={name}
              value={one.value}
              checked={one.value === value}
              onChange={() => onChange(one.value)}
            />
            <span style={one.colour ? { background: one.colour } : undefined} />
            <span className="sr">{one.value ? words.part(one.value) : words.byItself}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

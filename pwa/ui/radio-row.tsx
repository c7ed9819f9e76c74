import type { ReactNode } from "react";

type Props = {
  /** Rows with one name exclude each other. Put them in a `<fieldset>` with a `<legend>`. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  disabled?: boolean;
  children: ReactNode;
};

/** One of several, as a row that can hold a picture and two lines. */
export const RadioRow = ({ name, value, checked, onChoose, disabled, children }: Props) => (
  <label className="radiorow">
    <input
      type="radio"
      name={name}
      value={value}
      checked={checked}
      disabled={disabled}
      onChange={() => onChoose(value)}
    />
    <span className="radio" />
    {children}
  </label>
);

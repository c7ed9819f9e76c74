import type { ReactNode } from "react";

type Props = {
  on: boolean;
  onChange: (on: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
};

/** A whole row that turns something on or off at once. */
export const Switch = ({ on, onChange, label, help, disabled }: Props) => (
  <button
    type="button"
    role="switch"
    aria-checked={on}
    disabled={disabled}
    onClick={() => onChange(!on)}
    className="switchrow"
  >
    <span className="grow">
      <span className="m">{label}</span>
      {help && (
        <span className="sm t2" style={{ display: "block" }}>
          {help}
        </span>
      )}
    </span>
    <span className="switch" />
  </button>
);

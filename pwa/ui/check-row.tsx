import type { ReactNode } from "react";
import { Icon } from "#pwa/ui/icon";
import "#pwa/ui/choices.css";

type Props = { checked: boolean; onChange: (checked: boolean) => void; invalid?: boolean; children: ReactNode };

/** Yes or no, as a row to press. */
export const CheckRow = ({ checked, onChange, invalid, children }: Props) => (
  <label className="checkrow">
    <input
      type="checkbox"
      checked={checked}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className={`check${checked ? " on" : ""}`}>{checked && <Icon name="check" size="xs" />}</span>
    <span className="grow">{children}</span>
  </label>
);

import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "#pwa/ui/icon";
import "#pwa/ui/choices.css";

type Props = { label: string; help?: ReactNode; error?: string } & ComponentProps<"select">;

/** One of many: label above, help or error below. */
export function SelectField({ label, help, error, id, children, ...select }: Props) {
  const own = useId();
  const at = id ?? own;
  return (
    <div className="field">
      <label htmlFor={at}>{label}</label>
      <div className={`inp choose${error ? " err" : ""}`}>
        <select
          {...select}
          id={at}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${at}-help` : undefined}
        >
          {children}
        </select>
        <Icon name="down" size="s" />
      </div>
      {(error || help) && (
        <p className={`help${error ? " err" : ""}`} id={`${at}-help`}>
          {error && <Icon name="err" size="s" />}
          <span>{error ?? help}</span>
        </p>
      )}
    </div>
  );
}

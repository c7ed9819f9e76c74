import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon, type IconName } from "#pwa/ui/icon";

type Props = {
  label: string;
  help?: ReactNode;
  /** Shown instead of help and read with the field. */
  error?: string;
  icon?: IconName;
  /** Something at the end of the box, such as a show-password button. */
  end?: ReactNode;
} & ComponentProps<"input">;

/** One line of input: label above, help or error below. */
export function Field({ label, help, error, icon, end, id, ...input }: Props) {
  const own = useId();
  const at = id ?? own;
  return (
    <div className="field">
      <label htmlFor={at}>{label}</label>
      <div className={`inp${error ? " err" : ""}`}>
        {icon && <Icon name={icon} size="s" />}
        <input
          {...input}
          id={at}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${at}-help` : undefined}
        />
        {end}
      </div>
      {(error || help) && (
        <p className={`help${error ? " err" : ""}`} id={`${at}-help`} aria-live={error ? "polite" : undefined}>
          {error && <Icon name="err" size="s" />}
          <span>{error ?? help}</span>
        </p>
      )}
    </div>
  );
}

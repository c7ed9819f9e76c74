import { type ReactNode, useId, useState } from "react";
import { Icon } from "#pwa/ui/icon";

type Props = {
  label: string;
  value: string;
  onChange: (digits: string) => void;
  /** All six are there. */
  onComplete?: (digits: string) => void;
  help?: ReactNode;
  error?: string;
  disabled?: boolean;
  autoFocus?: boolean;
};

const size = 6;

/** Shows six boxes over one real input, into which the person or the phone enters the code. Keeps digits only. */
export function OtpField({ label, value, onChange, onComplete, help, error, disabled, autoFocus }: Props) {
  const id = useId();
  const [caret, setCaret] = useState(value.length);
  const take = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, size);
    setCaret(digits.length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === size) onComplete?.(digits);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={`otp${error ? " err" : ""}`}>
        {Array.from({ length: size }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: six fixed places
          <span key={at} aria-hidden="true" className={at === Math.min(caret, size - 1) ? "cur" : undefined}>
            {value[at]}
          </span>
        ))}
        <input
          id={id}
          value={value}
          onChange={(event) => take(event.target.value)}
          onPaste={(event) => {
            event.preventDefault();
            take(event.clipboardData.getData("text"));
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? value.length)}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="one-time-code"
          enterKeyHint="go"
          spellCheck={false}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: the code is the only thing to do on its screen
          autoFocus={autoFocus}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${id}-help` : undefined}
        />
      </div>
      {(error || help) && (
        <p className={`help${error ? " err" : ""}`} id={`${id}-help`} aria-live={error ? "polite" : undefined}>
          {error && <Icon name="err" size="s" />}
          <span>{error ?? help}</span>
        </p>
      )}
    </div>
  );
}

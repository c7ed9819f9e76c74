import { useState } from "react";
import { pinWords as words } from "#pwa/i18n/pin";
import { Field } from "#pwa/ui/field";
import { IconButton } from "#pwa/ui/icon-button";
import "#pwa/office/lock/lock.css";

type Props = {
  label: string;
  help?: string;
  name: string;
  value: string;
  error?: string;
  /** Whether the digits can be shown. */
  shows?: boolean;
  onChange: (event: { target: { value: string } }) => void;
};

/**
 * Six digits that nobody else reads. It is no password field where the browser can hide text without one: browsers would offer to keep the
 * PIN on the shared device, in place of the password.
 */
export function PinField({ shows, ...field }: Props) {
  const [shown, setShown] = useState(false);
  const hides = typeof CSS !== "undefined" && CSS.supports?.("-webkit-text-security", "disc");
  return (
    <Field
      {...field}
      className={shown ? undefined : "kpin"}
      type={shown || hides ? "text" : "password"}
      dir="ltr"
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={6}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      data-1p-ignore
      data-lpignore="true"
      end={
        shows && (
          <IconButton
            icon="eye"
            label={shown ? words.hidePin : words.showPin}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        )
      }
    />
  );
}

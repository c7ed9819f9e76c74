import { type ReactNode, useState } from "react";
import { formWords } from "#pwa/i18n/form";
import { Field } from "#pwa/ui/field";
import { IconButton } from "#pwa/ui/icon-button";

type Props = {
  label: string;
  name: string;
  value: string;
  error?: string;
  help?: ReactNode;
  /** new-password when one is being chosen. */
  autoComplete: "current-password" | "new-password";
  onChange: (event: { target: { value: string } }) => void;
};

/** A password field whose text can be shown. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      dir="ltr"
      enterKeyHint="go"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={1000}
      end={
        <IconButton
          icon="eye"
          label={shown ? formWords.hidePassword : formWords.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

import { useEffect, useRef } from "react";
import { AddressLine } from "#pwa/forms/address-line";
import { useForm } from "#pwa/forms/use-form";
import { loginWords } from "#pwa/i18n/login";
import { secondStepWords as words } from "#pwa/i18n/second-step";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

type Props = {
  email: string;
  /** What the server said of the one before. */
  error?: string;
  onCode: (code: string) => void;
  /** Back to email and password. */
  onChange: () => void;
};

/** Asks for the start code that a manager handed over, before the first app is set up. */
export function HandedCode({ email, error, onCode, onChange }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const form = useForm({
    start: { start: "" },
    check: ({ start }) => ({ start: start.trim() ? undefined : words.startMissing }),
    send: async ({ start }) => onCode(start.trim()),
  });
  const field = form.field("start");
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {words.startTitle}
      </h1>
      <p className="t2 mt2">{words.startText}</p>
      <AddressLine email={email} onChange={onChange} />
      <form {...form.props} className="col g4 mt4">
        <Field
          label={words.startLabel}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={40}
          {...field}
          error={field.error ?? (form.values.start ? undefined : error)}
        />
        <Button type="submit" look="pri" size="lg" full busy={form.busy}>
          {loginWords.continue}
        </Button>
      </form>
      <p className="sm t2 mt3">{words.startLost}</p>
    </>
  );
}

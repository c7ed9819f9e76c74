import { type ReactNode, useEffect, useRef, useState } from "react";
import { AddressLine } from "#pwa/forms/address-line";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { useForm } from "#pwa/forms/use-form";
import { faultsWords } from "#pwa/i18n/faults";
import { loginWords } from "#pwa/i18n/login";
import { secondStepWords as words } from "#pwa/i18n/second-step";
import { Fault } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { OtpField } from "#pwa/ui/otp-field";

type Props = {
  email: string;
  /** Takes six digits or a recovery code. An error that it throws is shown at the field. */
  onCode: (code: string) => Promise<void>;
  /** Back to email and password. */
  onChange: () => void;
  /** What stands for the code. */
  other?: ReactNode;
};

const over = ["code_locked", "code_expired", "code_used", "factor_instead"];

/** The second step of an operator with an app: its six digits, or a code that was kept on paper. */
export function AppCode({ email, onCode, onChange, other }: Props) {
  const [paper, setPaper] = useState(false);
  const [done, setDone] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const form = useForm({
    start: { otp: "" },
    check: ({ otp }) => ({
      otp: paper ? (otp.trim() ? undefined : words.paperMissing) : otp.length < 6 ? loginWords.codeShort : undefined,
    }),
    send: async ({ otp }) => {
      try {
        await onCode(otp.trim());
      } catch (cause) {
        if (!paper) form.set("otp", "");
        setDone(cause instanceof Fault && over.includes(cause.reason ?? ""));
        throw cause;
      }
    },
    explain: (fault) =>
      over.includes(fault.reason ?? "") ? words.again : signInTrouble(fault, faultsWords.code_wrong ?? ""),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other way is another page to the person
  useEffect(() => title.current?.focus({ preventScroll: true }), [paper]);

  const field = form.field("otp");
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {paper ? words.paperSignInTitle : words.signInTitle}
      </h1>
      <p className="t2 mt2">{paper ? words.paperSignInText : words.signInText}</p>
      <AddressLine email={email} onChange={onChange} />
      <form {...form.props} className="col g4 mt4">
        {paper ? (
          <Field
            label={words.paperLabel}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={24}
            {...field}
          />
        ) : (
          <OtpField
            label={loginWords.code}
            value={form.values.otp}
            onChange={(digits) => form.set("otp", digits)}
            onComplete={() => form.props.ref.current?.requestSubmit()}
            error={field.error}
            disabled={form.busy}
          />
        )}
        <FormTrouble form={form} />
        {done ? (
          <Button look="pri" size="lg" full onClick={onChange}>
            {words.beginAgain}
          </Button>
        ) : (
          <Button type="submit" look="pri" size="lg" full busy={form.busy}>
            {loginWords.continue}
          </Button>
        )}
      </form>
      {!done && other}
      <Button
        look="ghost"
        full
        className="mt3"
        onClick={() => {
          form.set("otp", "");
          setPaper(!paper);
        }}
      >
        {paper ? words.useApp : words.usePaper}
      </Button>
      {paper && <p className="sm t2 mt2">{words.lost}</p>}
    </>
  );
}

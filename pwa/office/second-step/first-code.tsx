import { useEffect, useRef } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { useForm } from "#pwa/forms/use-form";
import { secondStepWords as words } from "#pwa/i18n/second-step";
import type { AnswerOf } from "#pwa/offline/routes";
import { Button } from "#pwa/ui/button";
import { OtpField } from "#pwa/ui/otp-field";
import { Square } from "#pwa/ui/square";

export type Enrolment = AnswerOf<"POST", "/api/kitchen/second-step">["data"];

type Props = {
  enrolment: Enrolment;
  /** Takes the six digits. An error that it throws is shown at the field. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
  /** Why it has to be, where nobody asked for it. */
  why?: string;
};

/** Shows the secret to the app, and takes the first code that it makes. */
export function FirstCode({ enrolment, onCode, onBack, why }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const form = useForm({
    start: { code: "" },
    check: ({ code }) => ({ code: code.length < 6 ? words.codeShort : undefined }),
    send: ({ code }) => onCode(code),
    fieldOf: (name) => (name === "otp" ? "code" : name),
  });
  return (
    <div className="kstep">
      <h1 ref={title} tabIndex={-1}>
        {words.scanTitle}
      </h1>
      <p className="t2 mt2">{words.scanText}</p>
      {why && (
        <p className="t2 mt2">
          {why} {words.apps}
        </p>
      )}
      <div className="card pad mt4 col g4">
        <div className="ksquare">
          <Square text={enrolment.uri} label={words.square} />
        </div>
        <p className="sm t2">
          {words.typed}
          <b className="kletters" dir="ltr">
            {enrolment.secret.match(/.{1,4}/g)?.join(" ")}
          </b>
        </p>
        <a className="link u sm" href={enrolment.uri}>
          {words.openApp}
        </a>
        <form {...form.props} className="col g4">
          <OtpField
            label={words.firstCode}
            value={form.values.code}
            onChange={(digits) => form.set("code", digits)}
            error={form.wrong.code}
            disabled={form.busy}
          />
          <FormTrouble form={form} />
          <div className="row g2 wrap">
            <Button type="submit" look="pri" busy={form.busy}>
              {words.finish}
            </Button>
            <Button look="out" onClick={onBack}>
              {words.back}
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}

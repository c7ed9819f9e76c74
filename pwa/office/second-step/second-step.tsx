import { useState } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { PasskeysCard } from "#pwa/forms/passkeys/passkeys-card";
import { PasswordField } from "#pwa/forms/password-field";
import { useForm } from "#pwa/forms/use-form";
import { secondStepWords as words } from "#pwa/i18n/second-step";
import { PinCard } from "#pwa/office/lock/pin-card";
import { sayWhen } from "#pwa/office/say-when";
import { type Enrolment, FirstCode } from "#pwa/office/second-step/first-code";
import { Paper } from "#pwa/office/second-step/paper";
import { Pending } from "#pwa/office/troubled";
import type { AnswerOf } from "#pwa/offline/routes";
import { call } from "#pwa/offline/server";
import { refreshProfile, useSession } from "#pwa/offline/session";
import { useAnswer } from "#pwa/online/use-answer";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

/** An operator's own second step: how it stands, and setting up an app. */
export function SecondStep() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/second-step");
  const email = useSession((session) => session.profile?.email);
  const [waiting, setWaiting] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) {
    const kept = async () => {
      await refreshProfile();
      await again();
      setCodes(undefined);
      setWaiting(undefined);
    };
    return <Paper codes={codes} onKept={kept} />;
  }
  const finish = async (code: string) => {
    const body = { code };
    setCodes((await call("POST", "/api/kitchen/second-step/confirm", body, { toast: false, data: true })).codes);
  };
  if (waiting) return <FirstCode enrolment={waiting} onCode={finish} onBack={() => setWaiting(undefined)} />;
  return (
    <div className="kstep">
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      <div className="mt4">
        {!answer && <Pending trouble={trouble} again={again} busy={loading} />}
        {answer && <Begin step={answer.data} onBegun={setWaiting} />}
        {answer?.data.state === "on" && email && (
          <div className="mt4">
            <PasskeysCard email={email} operator />
          </div>
        )}
        <div className="mt4">
          <PinCard />
        </div>
      </div>
    </div>
  );
}

type Step = AnswerOf<"GET", "/api/kitchen/second-step">["data"];

function Begin({ step, onBegun }: { step: Step; onBegun: (enrolment: Enrolment) => void }) {
  const on = step.state === "on";
  const form = useForm({
    start: { current_password: "", code: "" },
    check: ({ current_password, code }) => ({
      current_password: current_password ? undefined : words.passwordMissing,
      code: on && !code.trim() ? words.oldCodeMissing : undefined,
    }),
    send: async ({ current_password, code }) =>
      onBegun(
        await call(
          "POST",
          "/api/kitchen/second-step",
          { current_password, code: code.trim() || undefined },
          { toast: false, data: true },
        ),
      ),
  });
  return (
    <>
      {on ? (
        <Banner tone="okk" icon="check" round>
          {words.on(sayWhen(step.since ?? ""))} {words.left(step.recovery_left)}
        </Banner>
      ) : (
        <Banner tone="warn" icon="lock" round>
          {words.offered}
        </Banner>
      )}
      <form {...form.props} className="card pad col g4 mt4">
        {on && <h2 className="h3">{words.replaceTitle}</h2>}
        <p className="t2">{on ? words.replaceText : words.apps}</p>
        <PasswordField label={words.password} autoComplete="current-password" {...form.field("current_password")} />
        {on && (
          <Field label={words.oldCode} dir="ltr" autoComplete="one-time-code" maxLength={24} {...form.field("code")} />
        )}
        <FormTrouble form={form} />
        <div>
          <Button type="submit" look="pri" busy={form.busy}>
            {words.begin}
          </Button>
        </div>
      </form>
    </>
  );
}

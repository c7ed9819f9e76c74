import { useState } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { PasswordField } from "#pwa/forms/password-field";
import { useForm } from "#pwa/forms/use-form";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { pinWords as words } from "#pwa/i18n/pin";
import { learned } from "#pwa/office/lock/lock";
import { PinField } from "#pwa/office/lock/pin-field";
import { sayWhen } from "#pwa/office/say-when";
import { Pending } from "#pwa/office/troubled";
import { call } from "#pwa/offline/server";
import { refreshProfile } from "#pwa/offline/session";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { toasts } from "#pwa/ui/toast-store";

const quiet = { toast: false } as const;

/** An operator's own PIN: chosen, changed and removed with the password. */
export function PinCard() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/pin");
  const [at, setAt] = useState<"set" | "drop">();
  const done = async () => {
    await Promise.all([again(), refreshProfile()]);
    setAt(undefined);
  };
  return (
    <section className="card pad" aria-labelledby="pin">
      <h2 className="h3" id="pin">
        {words.title}
      </h2>
      {!answer && <Pending trouble={trouble} again={again} busy={loading} className="mt4" heights={["96px"]} />}
      {answer && (
        <>
          <p className="t2 mt2">
            {answer.data.since ? words.since(sayWhen(answer.data.since)) : words.text}{" "}
            {words.lockedAfter(answer.data.lock_minutes)}
          </p>
          {at === "set" && <SetPin onDone={done} onCancel={() => setAt(undefined)} />}
          {at === "drop" && <DropPin onDone={done} onCancel={() => setAt(undefined)} />}
          {!at && (
            <div className="row g2 wrap mt4">
              <Button look="out" icon="lock" onClick={() => setAt("set")}>
                {answer.data.since ? words.change : words.choose}
              </Button>
              {answer.data.since && (
                <Button look="ghost" onClick={() => setAt("drop")}>
                  {words.remove}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  );
}

type Ends = { onDone: () => Promise<void>; onCancel: () => void };

function SetPin({ onDone, onCancel }: Ends) {
  const form = useForm({
    start: { current_password: "", pin: "" },
    check: ({ current_password, pin }) => ({
      current_password: current_password ? undefined : words.passwordMissing,
      pin: /^\d{6}$/.test(pin) ? undefined : words.pinShort,
    }),
    send: async (values) => {
      learned(await call("PUT", "/api/kitchen/pin", values, { ...quiet, data: true }));
      toasts.success(words.saved);
      await onDone();
    },
  });
  return (
    <form {...form.props} className="col g4 mt4">
      <PasswordField label={words.password} autoComplete="current-password" {...form.field("current_password")} />
      <PinField label={words.newPin} help={words.newPinHelp} shows {...form.field("pin")} />
      <p className="sm t2">{words.others}</p>
      <FormTrouble form={form} />
      <div className="row g2 wrap">
        <Button type="submit" look="pri" busy={form.busy}>
          {words.save}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {kitchenWords.cancel}
        </Button>
      </div>
    </form>
  );
}

function DropPin({ onDone, onCancel }: Ends) {
  const form = useForm({
    start: { current_password: "" },
    check: ({ current_password }) => ({ current_password: current_password ? undefined : words.passwordMissing }),
    send: async (values) => {
      learned(await call("DELETE", "/api/kitchen/pin", values, { ...quiet, data: true }));
      toasts.success(words.removed);
      await onDone();
    },
  });
  return (
    <form {...form.props} className="col g4 mt4">
      <p className="t2">
        {words.removeText} {words.others}
      </p>
      <PasswordField label={words.password} autoComplete="current-password" {...form.field("current_password")} />
      <FormTrouble form={form} />
      <div className="row g2 wrap">
        <Button type="submit" look="danger" busy={form.busy}>
          {words.remove}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {kitchenWords.cancel}
        </Button>
      </div>
    </form>
  );
}

import { useState } from "react";
import { codeFault } from "#pwa/forms/field-rules";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { make, wasClosed } from "#pwa/forms/passkeys/ceremony";
import { PasswordField } from "#pwa/forms/password-field";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { passkeysWords as words } from "#pwa/i18n/passkeys";
import { rulesWords } from "#pwa/i18n/rules";
import { call } from "#pwa/offline/server";
import { requestOtp } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { OtpField } from "#pwa/ui/otp-field";
import { toasts } from "#pwa/ui/toast-store";

const quiet = { toast: false } as const;

type Props = { email: string; operator: boolean; onDone: (added: boolean) => void };

/**
 * Adds a passkey: the person proves who they are as for a new password, by password or mailed code, an operator by password and a code of
 * their app. Then the browser asks where to keep it.
 */
export function AddPasskey({ email, operator, onDone }: Props) {
  const [way, setWay] = useState<"password" | "otp">("password");
  const [asking, setAsking] = useState(false);
  const form = useForm({
    start: { password: "", otp: "", code: "", name: "" },
    check: ({ password, otp, code }) =>
      way === "otp"
        ? { otp: codeFault(otp) }
        : {
            password: password ? undefined : rulesWords.missing,
            code: operator && !code.trim() ? rulesWords.missing : undefined,
          },
    send: async ({ password, otp, code, name }): Promise<void> => {
      const proof = way === "otp" ? { otp } : { password, code: operator ? code.trim() : undefined };
      const offer = await call("POST", "/api/passkeys/add", proof, { ...quiet, data: true });
      try {
        const passkey = await make(offer);
        await call("POST", "/api/passkeys", { passkey, name: name.trim() || undefined }, quiet);
      } catch (cause) {
        // A code is good once: the next try needs another one.
        for (const spent of ["otp", "code"] as const) form.set(spent, "");
        if (wasClosed(cause)) return form.fail(words.closed);
        if (cause instanceof DOMException)
          return form.fail(cause.name === "InvalidStateError" ? words.had : words.refused);
        throw cause;
      }
      toasts.success(words.added, { text: words.addedText });
      onDone(true);
    },
    explain: (fault) => (fault.reason === "no_password" ? words.noPassword : undefined),
  });
  const byCode = async () => {
    setAsking(true);
    await requestOtp(email).then(
      () => {
        setWay("otp");
        toasts.info(words.codeSent(email));
      },
      (cause) => form.fail(formTrouble(cause)),
    );
    setAsking(false);
  };
  const otp = form.field("otp");
  return (
    <form {...form.props} className="fields mt4">
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {way === "password" ? (
        <PasswordField {...form.field("password")} label={words.password} autoComplete="current-password" />
      ) : (
        <OtpField
          label={words.code}
          value={otp.value}
          error={otp.error}
          onChange={(digits) => form.set("otp", digits)}
        />
      )}
      {operator ? (
        <Field label={words.appCode} dir="ltr" autoComplete="one-time-code" maxLength={24} {...form.field("code")} />
      ) : (
        <Button
          look="ghost"
          className="otherway"
          busy={asking}
          onClick={() => (way === "password" ? void byCode() : setWay("password"))}
        >
          {way === "password" ? words.useCode : words.usePassword}
        </Button>
      )}
      <Field label={words.name} help={words.nameHelp} maxLength={60} autoComplete="off" {...form.field("name")} />
      <FormTrouble form={form} />
      <div className="row g2 actions">
        <Button type="submit" look="pri" busy={form.busy}>
          {words.goOn}
        </Button>
        <Button look="ghost" onClick={() => onDone(false)}>
          {formWords.cancel}
        </Button>
      </div>
    </form>
  );
}

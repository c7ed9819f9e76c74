import { useState } from "react";
import { useLocation } from "react-router";
import type { Step } from "#pwa/auth/sign-in";
import { goToProvider } from "#pwa/auth/sign-on/go-to-provider";
import { AddressLine } from "#pwa/forms/address-line";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { SlowNote } from "#pwa/forms/slow-note";
import { errorsWords } from "#pwa/i18n/errors";
import { loginWords } from "#pwa/i18n/login";
import { signOnWords } from "#pwa/i18n/sign-on";
import { requestOtp } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";

type Props = {
  step: Extract<Step, { at: "company" }>;
  onStep: (step: Step) => void;
  onChange: () => void;
};

/** The company's own sign-in, for an address of its domains. Other ways in are below it, where the company leaves them open. */
export function CompanyStep({ step, onStep, onChange }: Props) {
  const { search } = useLocation();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"go" | "code" | null>(null);
  const { email, name, only, member } = step;

  async function act(how: "go" | "code", work: () => Promise<void>) {
    if (busy) return;
    if (!navigator.onLine) return setError(loginWords.offline);
    setError(undefined);
    setBusy(how);
    try {
      await work();
    } catch (cause) {
      setError(signInTrouble(cause, errorsWords.unknown));
      setBusy(null);
    }
  }
  const code = () =>
    act("code", async () => {
      await requestOtp(email, only);
      onStep({ at: "code", email, sentAt: Date.now() });
    });

  return (
    <>
      <h1>{signOnWords.title(name)}</h1>
      <p className="t2 mt2">{only ? `${signOnWords.text} ${signOnWords.onlyText}` : signOnWords.text}</p>
      <AddressLine email={email} onChange={onChange} />
      <Button
        look="pri"
        size="lg"
        full
        className="mt4"
        busy={busy === "go"}
        onClick={() => void act("go", () => goToProvider(email, new URLSearchParams(search).get("returnTo")))}
      >
        {signOnWords.go(name)}
      </Button>
      <ErrorLine text={error} className="mt2" />
      {(only || member) && (
        <Button look="ghost" full className="mt2" busy={busy === "code"} onClick={() => void code()}>
          {only ? signOnWords.beside : loginWords.useCode}
        </Button>
      )}
      {member && !only && (
        <Button look="ghost" full className="mt2" onClick={() => onStep({ at: "password", email })}>
          {loginWords.usePassword}
        </Button>
      )}
      <SlowNote waiting={busy !== null} />
    </>
  );
}

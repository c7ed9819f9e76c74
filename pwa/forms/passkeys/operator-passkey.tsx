import { useState } from "react";
import { knowsPasskeys, sign, wasClosed } from "#pwa/forms/passkeys/ceremony";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { errorsWords } from "#pwa/i18n/errors";
import { passkeysWords as words } from "#pwa/i18n/passkeys";
import { call } from "#pwa/offline/server";
import { enter } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";

const quiet = { toast: false, redirect: false, data: true } as const;

/** The second step of an operator who has typed the password and has a passkey beside the app. */
export function OperatorPasskey({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  if (!knowsPasskeys()) return null;
  const go = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const passkey = await sign(await call("POST", "/api/kitchen/verify/passkey/ask", { email }, quiet));
      await enter(await call("POST", "/api/kitchen/verify/passkey", { email, passkey }, quiet));
    } catch (cause) {
      if (!wasClosed(cause)) setError(signInTrouble(cause, errorsWords.unknown));
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="out" full icon="lock" className="mt3" busy={busy} onClick={() => void go()}>
        {words.second}
      </Button>
      <ErrorLine text={error} className="mt2" />
    </>
  );
}

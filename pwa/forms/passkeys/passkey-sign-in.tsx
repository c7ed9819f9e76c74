import { useEffect, useRef, useState } from "react";
import { sign, wasClosed } from "#pwa/forms/passkeys/ceremony";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { errorsWords } from "#pwa/i18n/errors";
import { loginWords } from "#pwa/i18n/login";
import { passkeysWords as words } from "#pwa/i18n/passkeys";
import { call } from "#pwa/offline/server";
import { enter } from "#pwa/offline/session";
import type { PasskeySigned } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";

const quiet = { toast: false, redirect: false, data: true } as const;
const askServer = () => call("POST", "/api/passkey-login/ask", {}, quiet);

/** A challenge is good for five minutes: while the page is looked at, a newer one takes its place, for an hour. */
const renewal = 4 * 60_000;
const renewals = 15;

async function offersInField(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Signs in by passkey: with a button, and where the browser can, by choosing one in the e-mail field. No address is typed. */
export function PasskeySignIn({ company }: { company?: string }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const waiting = useRef<AbortController>(undefined);

  const signIn = async (passkey: PasskeySigned) => {
    await enter(await call("POST", "/api/passkey-login", { passkey, company_id: company }, quiet));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each challenge
  useEffect(() => {
    if (round > renewals) return;
    const stop = new AbortController();
    waiting.current = stop;
    const offer = async () => {
      if (!navigator.onLine || !(await offersInField())) return;
      const ask = await askServer();
      if (stop.signal.aborted) return;
      const passkey = await sign(ask, stop.signal, true);
      try {
        await signIn(passkey);
      } catch (cause) {
        setError(signInTrouble(cause, errorsWords.unknown));
        setRound(round + 1);
      }
    };
    // Whoever does not ask for a passkey need not know why there is none in the field.
    offer().catch(() => undefined);
    const renew = () => {
      if (!document.hidden) setRound(round + 1);
      else document.addEventListener("visibilitychange", renew, { once: true });
    };
    const timer = setTimeout(renew, renewal);
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [round]);

  const go = async () => {
    if (busy) return;
    if (!navigator.onLine) return setError(loginWords.offline);
    setError(undefined);
    setBusy(true);
    waiting.current?.abort();
    try {
      await signIn(await sign(await askServer()));
    } catch (cause) {
      if (!wasClosed(cause)) setError(signInTrouble(cause, errorsWords.unknown));
      setRound(round + 1);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button look="out" full icon="lock" busy={busy} onClick={() => void go()}>
        {words.signIn}
      </Button>
      <ErrorLine text={error} className="mt2" />
    </>
  );
}

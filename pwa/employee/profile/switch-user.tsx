import { useState } from "react";
import { useNavigate } from "react-router";
import { formTrouble } from "#pwa/forms/use-form";
import { profileWords } from "#pwa/i18n/profile";
import { Fault } from "#pwa/offline/server";
import { switchUser } from "#pwa/offline/session";
import { flush } from "#pwa/offline/sync/start-sync";
import { usePending } from "#pwa/offline/sync/use-sync";
import { homeOf } from "#pwa/shell/home-of";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";

/** Switches to the person's second profile. Unsent work of the current one is sent first, so that nothing is lost. */
export function SwitchUser() {
  const navigate = useNavigate();
  const pending = usePending();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const change = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await flush();
      const profile = await switchUser();
      if (!profile) return setError(profileWords.switchUnsent(Math.max(1, pending)));
      toasts.success(profileWords.switched(profile.company_name || profile.name));
      await navigate(homeOf(profile.company_type));
    } catch (cause) {
      const fault = cause instanceof Fault ? cause : null;
      if (fault?.reason === "sign_in_again") setError(profileWords.switchAgain);
      else setError(fault?.status === 404 ? profileWords.switchNone : formTrouble(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card pad" aria-labelledby="switch">
      <h2 className="h3" id="switch">
        {profileWords.switchTitle}
      </h2>
      <p className="sm t2 mt2">{profileWords.switchText}</p>
      <Button look="out" className="mt4" icon="swap" busy={busy} onClick={() => void change()}>
        {profileWords.switchUser}
      </Button>
      {error && (
        <p className="help err mt3" role="alert">
          <Icon name="err" size="s" />
          <span>{error}</span>
        </p>
      )}
    </section>
  );
}

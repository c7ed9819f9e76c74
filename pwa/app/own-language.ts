import { useEffect } from "react";
import { useLocation } from "react-router";
import { language } from "#pwa/i18n/locale";
import { sendLanguage, useSession } from "#pwa/offline/session";
import { pendingCount } from "#pwa/offline/sync/start-sync";
import { isChosenHere, type Language, readIn } from "#pwa/shell/language";
import { paying } from "#pwa/shell/paying";
import { whenPaidHere } from "#pwa/shell/paying-lock";

const now = () => window.location.reload();

/**
 * Keeps a person's language the same on their devices: tells the server what they chose on this device, at each start until it is told,
 * and shows a device on which nothing was chosen in the language that they chose elsewhere. The page loads again once for that, never in
 * the middle of a payment or of a save.
 */
export function useOwnLanguage(reload = now): void {
  const owner = useSession(({ profile }) => profile?.id);
  const theirs = useSession(({ profile }) => profile?.language);
  const { pathname } = useLocation();
  const busy = paying(pathname);

  useEffect(() => {
    if (!owner || busy) return;
    let here = true;
    const once = () =>
      void pendingCount()
        .then(whenPaidHere, whenPaidHere)
        .then(() => here && reload());
    const match = async () => {
      if ((await sendLanguage()) || !here || isChosenHere()) return;
      if (theirs && theirs !== language) await readIn(theirs as Language, once);
    };
    void match().catch(() => undefined);
    return () => {
      here = false;
    };
  }, [owner, theirs, busy, reload]);
}

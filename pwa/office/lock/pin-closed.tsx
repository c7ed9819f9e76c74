import { pinWords } from "#pwa/i18n/pin";
import { useLock } from "#pwa/office/lock/lock";
import { useSession } from "#pwa/offline/session";
import { Banner } from "#pwa/ui/banner";

/** Says on the sign-in page that wrong PINs ended the session. */
export function PinClosed() {
  const { owner, closed } = useLock();
  const ended = useSession((session) => session.locked?.owner);
  if (!closed || ended !== owner) return null;
  return (
    <div className="mt4">
      <Banner tone="warn" icon="lock" round>
        {pinWords.closed}
      </Banner>
    </div>
  );
}

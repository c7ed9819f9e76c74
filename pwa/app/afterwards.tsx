import { useEffect } from "react";
import { Install } from "#pwa/app/install";
import { useOwnLanguage } from "#pwa/app/own-language";
import { useTold } from "#pwa/app/told";
import { UpdateWatch } from "#pwa/app/update-watch";
import { useSession } from "#pwa/offline/session";
import { askLasting } from "#pwa/offline/sync/ask-lasting";
import { showBadge } from "#pwa/offline/sync/badge";
import { flush, pendingCount } from "#pwa/offline/sync/start-sync";
import { useOrdered } from "#pwa/offline/sync/use-ordered";
import { usePending } from "#pwa/offline/sync/use-sync";
import { keepWaitingCookie } from "#pwa/offline/sync/waiting-cookie";
import { keepPages } from "#pwa/shell/keep-pages";

/** What the app does once its first page is shown: badge and cookie, storage, what a notification says, updates, the install offer. */
export function Afterwards() {
  const pending = usePending();
  const ordered = useOrdered();
  const locked = useSession((session) => session.locked?.pending ?? 0);
  const waiting = Math.max(pending, locked);
  const worthKeeping = pending > 0 || ordered;

  useEffect(() => showBadge(waiting), [waiting]);
  useEffect(keepWaitingCookie, []);
  useEffect(keepPages, []);
  useOwnLanguage();
  useTold();
  useEffect(() => {
    if (worthKeeping) void askLasting();
  }, [worthKeeping]);

  // Whatever could not be saved is said by these, also when the network is gone before it was needed first.
  useEffect(() => void import("#pwa/ui/toasts").catch(() => undefined), []);

  return (
    <>
      {/* A read waits for every save that was begun before it, in any window. */}
      {import.meta.env.PROD && <UpdateWatch settled={pendingCount} />}
      <Install ordered={ordered} unsent={pending} send={flush} />
    </>
  );
}

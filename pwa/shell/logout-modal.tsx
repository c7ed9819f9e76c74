import { useState } from "react";
import { useNavigate } from "react-router";
import { errorsWords } from "#pwa/i18n/errors";
import { logoutWords } from "#pwa/i18n/logout";
import { signOut, useOutOfReach, useSession } from "#pwa/offline/session";
import { leaveTo } from "#pwa/shell/guard";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

/** What this device still has to send. The shell does not know how; the route table's caller passes it in. */
export type UnsentWork = {
  useCount: () => number;
  /** Sends all of it; true when nothing is left. */
  send: () => Promise<boolean>;
  /** The sentence for when something is left; without it, that there is no connection. */
  left?: () => Promise<string>;
};

type Props = {
  onClose: () => void;
  work: UnsentWork;
  /** Whether the app has a page at this path. */
  has: (path: string) => boolean;
  /** The page after logging out; without it the sign-in page of the person's company, and home for a Cash client, who has none. */
  to?: string;
};

/**
 * Asks before logging out. With unsent work it offers to send that first; when the storage that holds the work does not
 * open, it says so.
 */
export function LogoutModal({ onClose, work, has, to: login }: Props) {
  const navigate = useNavigate();
  const shut = useOutOfReach();
  const unsent = work.useCount() || shut;
  const [busy, setBusy] = useState<"leave" | "send" | null>(null);

  const leave = async (discard: boolean) => {
    const profile = useSession.getState().profile;
    const company = profile?.company_type === "Cash" ? undefined : profile?.company_id;
    const to = login ?? (company && has(`/company/${company}/login`) ? `/company/${company}/login` : "/");
    setBusy("leave");
    leaveTo(to);
    try {
      // Changes may have been saved since the sheet opened: then it says so and asks again.
      if (!(await signOut({ discard }))) return;
      onClose();
      await navigate(to, { replace: true });
    } finally {
      leaveTo(null);
      setBusy(null);
    }
  };
  const sendFirst = async () => {
    setBusy("send");
    const sent = await work.send().catch(() => false);
    setBusy(null);
    if (sent) await leave(false);
    else toasts.warning((await work.left?.()) ?? errorsWords.offline);
  };

  return (
    <Sheet
      kind="alert"
      open
      onClose={() => busy === null && onClose()}
      title={logoutWords.title}
      footer={
        <div className="col g2 mt6">
          {shut > 0 ? (
            <Button look="pri" size="lg" full onClick={() => window.location.reload()}>
              {logoutWords.reload}
            </Button>
          ) : (
            unsent > 0 && (
              <Button look="pri" size="lg" full busy={busy === "send"} onClick={sendFirst}>
                {logoutWords.sendFirst}
              </Button>
            )
          )}
          <Button look="danger" size="lg" full busy={busy === "leave"} onClick={() => leave(unsent > 0)}>
            {logoutWords.yes}
          </Button>
          <Button look="out" size="lg" full onClick={onClose} data-first>
            {logoutWords.no}
          </Button>
        </div>
      }
    >
      <p className="t2 mt2">
        {unsent > 0
          ? `${logoutWords.unsentTitle(unsent)}. ${shut > 0 ? logoutWords.shutText : logoutWords.unsentText}`
          : logoutWords.text}
      </p>
    </Sheet>
  );
}

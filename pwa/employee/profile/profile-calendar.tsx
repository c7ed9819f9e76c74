import { useEffect, useState } from "react";
import { endCalendarLink, fetchCalendarLink, makeCalendarLink } from "#pwa/employee/profile/account";
import { CopyLink } from "#pwa/forms/copy-link";
import { formTrouble } from "#pwa/forms/use-form";
import { profileWords as words } from "#pwa/i18n/profile";
import { momentAt } from "#pwa/i18n/say-day";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { Button } from "#pwa/ui/button";
import { toasts } from "#pwa/ui/toast-store";

/** Makes and ends the private link that brings the person's lunches into their calendar. */
export function ProfileCalendar() {
  const [since, setSince] = useState<number | null>(null);
  const [link, setLink] = useState("");
  const [busy, setBusy] = useState("");
  const online = useOnline();
  useEffect(() => {
    if (online) fetchCalendarLink().then(setSince, () => undefined);
  }, [online]);
  const run = async (what: string, work: () => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    await work().catch((cause) => toasts.error(formTrouble(cause)));
    setBusy("");
  };
  const make = () =>
    run("make", async () => {
      setLink(await makeCalendarLink());
      setSince(serverNow());
    });
  const end = () =>
    run("end", async () => {
      await endCalendarLink();
      setLink("");
      setSince(null);
      toasts.success(words.calendarEnded, { text: words.calendarEndedText });
    });
  return (
    <section className="card pad" aria-labelledby="calendar">
      <h2 className="h3" id="calendar">
        {words.calendar}
      </h2>
      <p className="sm t2 mt2">{words.calendarText}</p>
      {!online && <p className="sm t2 mt2">{words.calendarOffline}</p>}
      {link ? (
        <>
          <CopyLink label={words.calendarLink} link={link} />
          <p className="sm t2">{words.calendarLinkHelp}</p>
        </>
      ) : (
        since && <p className="sm t2 mt2">{words.calendarSince(momentAt(since, serverNow()))}</p>
      )}
      {online && (
        <div className="row g2 wrap mt4">
          {link && (
            <a className="btn out" href={link.replace(/^https?:/, "webcal:")}>
              {words.calendarOpen}
            </a>
          )}
          {!link && (
            <Button look="soft" busy={busy === "make"} onClick={() => void make()}>
              {since ? words.calendarAgain : words.calendarMake}
            </Button>
          )}
          {since && (
            <Button look="out" busy={busy === "end"} onClick={() => void end()}>
              {words.calendarEnd}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

import { closingTime } from "#pwa/i18n/closing-time";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { marksWords } from "#pwa/i18n/marks";
import { longDay } from "#pwa/i18n/say-day";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOffline } from "#pwa/offline/sync/use-offline";
import { usePending } from "#pwa/offline/sync/use-sync";
import { type DraftDay, useDraftDays } from "#pwa/offline/use-draft-days";
import { closesAt } from "#pwa/rules/week/closes-at";
import { openStatus } from "#pwa/sync-status/status-sheet-store";
import { Icon } from "#pwa/ui/icon";

/** Less than this before a day closes, a choice that is not sent is in danger. */
const soon = 3 * 3_600_000;

/** The unsent day that closes first. */
const firstToClose = (days: readonly DraftDay[] | undefined, now: number) =>
  days?.filter(({ date, unsent }) => unsent && closesAt(date) > now).sort((a, b) => (a.date < b.date ? -1 : 1))[0]
    ?.date;

/** Without a connection: how much waits on this phone, and what closes first. */
export function SavedHere() {
  const pending = usePending();
  const offline = useOffline();
  const days = useDraftDays();
  const now = useServerNow();
  if (!offline || !pending) return null;
  const date = firstToClose(days, now);
  const inDanger = date !== undefined && closesAt(date) - now < soon;
  const say = inDanger ? dashboardWords.soon : dashboardWords.closes;
  const [before, time, after] = date ? say(longDay(date), closingTime(date)) : [];
  return (
    <section className={`card savedhere${inDanger ? " danger" : ""}`}>
      <Icon name={inDanger ? "clock" : "cloudup"} />
      <div className="grow">
        <h2 className="h3">{dashboardWords.saved(pending)}</h2>
        <p className="sm mt2">
          {dashboardWords.savedText} {before}
          <b>{time}</b>
          {after}
        </p>
      </div>
      <button type="button" className="link sm" onClick={openStatus}>
        {marksWords.see}
      </button>
    </section>
  );
}

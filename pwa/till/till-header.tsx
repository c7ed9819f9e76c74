import { dotted } from "#pwa/i18n/dotted";
import { posWords, shiftWords, shopWords } from "#pwa/i18n/pos";
import { sayClock, sayDate } from "#pwa/till/say-time";
import { useTill } from "#pwa/till/till";
import type { Shift } from "#pwa/till/till-db";
import type { Kept } from "#pwa/till/use-kept";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";
import { Mark } from "#pwa/ui/logo";

type Props = { kept: Kept; shift: Shift; now: number; onQueue: () => void; onReport: () => void };

/** The till's place, the cashier, whether the server answers, and how much waits. */
export function TillHeader({ kept, shift, now, onQueue, onReport }: Props) {
  const { offlineSince, queue } = useTill();
  const { waiting, aside } = kept;
  const words =
    waiting > 0
      ? queue.sending.length > 0
        ? shopWords.sending(waiting)
        : shopWords.toSend(waiting)
      : aside > 0
        ? shopWords.needsOffice(aside)
        : shopWords.allSent;
  const icon = waiting > 0 ? (queue.sending.length > 0 ? "sync" : "cloudup") : aside > 0 ? "alert" : "cloudok";
  return (
    <header className="till-head">
      <span className="till-mark">
        <Mark />
      </span>
      <div className="grow ell">
        <h1 className="sm b ell" dir="auto">
          {kept.terms ? dotted([kept.terms.name, kept.terms.place]) : posWords.title}
        </h1>
        <p className="xs t3 ell">{dotted([`${sayDate(now)}, ${sayClock(now)}`, shift.who])}</p>
      </div>
      <span className={`st ${offlineSince === null ? "ok" : "away"} till-state`} role="status">
        <Icon name={offlineSince === null ? "cloudok" : "off"} size="s" />
        {offlineSince === null ? shopWords.online : shopWords.offline(sayClock(offlineSince))}
      </span>
      <Button className={`till-queue${waiting === 0 && aside > 0 ? " bad" : ""}`} icon={icon} onClick={onQueue}>
        {words}
      </Button>
      <IconButton icon="dots" label={shiftWords.report} onClick={onReport} />
    </header>
  );
}

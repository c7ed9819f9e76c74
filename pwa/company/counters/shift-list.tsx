import { useState } from "react";
import { useActing } from "#pwa/company/counters/use-acting";
import { act, type Office } from "#pwa/company/counters/use-office";
import { formatAed } from "#pwa/i18n/amounts";
import { countersWords } from "#pwa/i18n/counters";
import { dotted } from "#pwa/i18n/dotted";
import { comma } from "#pwa/i18n/locale";
import { momentAt } from "#pwa/i18n/say-day";
import type { ShiftSeen, TillSeen } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";
import { StatusChip } from "#pwa/ui/status-chip";

const words = countersWords;

type Props = { office: Office; shifts: ShiftSeen[]; tills: TillSeen[]; now: number; onDone: () => Promise<void> };

/** The shifts of the drawers from opening to count, newest first. */
export function ShiftList({ office, shifts, tills, now, onDone }: Props) {
  const [closing, setClosing] = useState<ShiftSeen>();
  const { busy, message, acting } = useActing();
  const close = (shift: ShiftSeen) =>
    acting(shift.id, async () => {
      await act(office, `/shift/${shift.id}/close`);
      setClosing(undefined);
      await onDone();
      return undefined;
    });
  return (
    <section className="mt8" aria-labelledby="shifts">
      <h2 className="h3" id="shifts">
        {words.shifts}
      </h2>
      {shifts.length === 0 ? (
        <p className="t2 mt3">{words.noShifts}</p>
      ) : (
        <ul className="card list mt3">
          {[...shifts].reverse().map((shift) => {
            const till = tills.find(({ id }) => id === shift.till);
            const { unassigned } = shift;
            const differs = shift.counted === null || unassigned ? 0 : shift.counted - shift.expected;
            return (
              <li className="li tillrow" key={shift.id}>
                <span className="grow">
                  <span className="m blk">
                    {dotted([till?.prefix, unassigned ? words.unassigned : words.who(shift.who)])}
                  </span>
                  <span className="sm t2 blk">
                    {dotted([
                      [shift.opened_at, shift.closed_at]
                        .flatMap((at) => (at ? momentAt(Date.parse(at), now) : []))
                        .join(" – "),
                      words.sold2(shift.sales),
                    ])}
                  </span>
                  <span className="sm t2 blk num">
                    {words.drawer(formatAed(shift.expected))}
                    {shift.counted !== null && `${comma}${words.counted(formatAed(shift.counted))}`}
                  </span>
                  <span className="marks">
                    <ShiftState shift={shift} />
                    {differs !== 0 && (
                      <StatusChip tone="warn" icon="alert">
                        {words.differs(formatAed(differs))}
                      </StatusChip>
                    )}
                  </span>
                </span>
                {!unassigned && !shift.closed_at && (
                  <Button
                    look="out"
                    aria-label={words.closeShiftOf(words.who(shift.who))}
                    onClick={() => setClosing(shift)}
                  >
                    {words.closeShift}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <Sheet
        kind="alert"
        open={closing !== undefined}
        title={words.closeTitle}
        onClose={() => setClosing(undefined)}
        footer={
          closing && (
            <div className="col g2 mt6">
              <Button look="pri" size="lg" full busy={busy === closing.id} onClick={() => void close(closing)}>
                {words.closeShift}
              </Button>
              <Button look="ghost" full data-first onClick={() => setClosing(undefined)}>
                {words.cancel}
              </Button>
            </div>
          )
        }
      >
        <p className="t2 mt2">{words.closeText}</p>
        <p className="sm mt2" role="status">
          {message}
        </p>
      </Sheet>
    </section>
  );
}

function ShiftState({ shift: { unassigned, closed_at, by_office } }: { shift: ShiftSeen }) {
  if (unassigned) return null;
  return (
    <StatusChip tone={closed_at ? "mute" : "ok"} icon={closed_at ? "check" : "clock"}>
      {closed_at ? (by_office ? words.byOffice : words.closed) : words.open}
    </StatusChip>
  );
}

import { useState } from "react";
import { useActing } from "#pwa/company/counters/use-acting";
import { act, type Office } from "#pwa/company/counters/use-office";
import { formatAed } from "#pwa/i18n/amounts";
import { countersWords } from "#pwa/i18n/counters";
import { dotted } from "#pwa/i18n/dotted";
import { momentAt } from "#pwa/i18n/say-day";
import type { QuarantinedEvent } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Sheet } from "#pwa/ui/sheet";

const words = countersWords;
const whatOf = ({ kind, receipt, name }: QuarantinedEvent) =>
  [words.kinds[kind] ?? words.otherKind, receipt || name].filter(Boolean).join(" ");
const amount = (fils: number) => (fils > 0 ? formatAed(fils) : "");
const reasonOf = (reason: string) => words.reasons[reason] ?? reason;

type Props = { office: Office; aside: QuarantinedEvent[]; now: number; onDone: () => Promise<void> };

/** Lists the till events that could not be booked, with the reason, the amount and what can be done. Admins see no dishes. */
export function QuarantineList({ office, aside, now, onDone }: Props) {
  const [putting, setPutting] = useState<QuarantinedEvent>();
  const { busy, message, acting } = useActing();
  const book = (one: QuarantinedEvent) =>
    acting(one.id, async () => {
      const { code, reason } = await act(office, `/quarantine/${one.id}/again`);
      await onDone();
      return code === 0 ? words.booked : words.still(reasonOf(reason));
    });
  return (
    <section className="mt8" aria-labelledby="aside">
      <h2 className="h3" id="aside">
        {words.aside}
      </h2>
      <p className="sm t2">{aside.length > 0 ? words.asideText : words.asideNone}</p>
      {aside.length > 0 && (
        <ul className="card list mt3">
          {aside.map((one) => (
            <li className="li tillrow" key={one.id}>
              <span className="grow">
                <span className="m blk" dir="auto">
                  {whatOf(one)} {one.amount > 0 && <span className="num">· {formatAed(one.amount)}</span>}
                </span>
                <span className="sm blk">{reasonOf(one.reason)}</span>
                <span className="sm t2 blk">{dotted([one.name, momentAt(Date.parse(one.at), now)])}</span>
                <span className="sm t2 blk num">
                  {words.ways(amount(one.cash), amount(one.terminal), amount(one.account))}
                </span>
                {one.payload && (
                  <details>
                    <summary className="link u sm">{words.payload}</summary>
                    <pre className="payload" dir="ltr">
                      {one.payload}
                    </pre>
                  </details>
                )}
              </span>
              <span className="acts">
                <Button
                  look="soft"
                  busy={busy === one.id}
                  aria-label={words.bookOf(whatOf(one))}
                  onClick={() => void book(one)}
                >
                  {words.book}
                </Button>
                <Button look="ghost" aria-label={words.closeOf(whatOf(one))} onClick={() => setPutting(one)}>
                  {words.close}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="sm t2 mt2" role="status">
        {message}
      </p>
      {putting && (
        <SettleQuarantined
          office={office}
          one={putting}
          onClose={() => {
            setPutting(undefined);
            void onDone();
          }}
        />
      )}
    </section>
  );
}

function SettleQuarantined({ office, one, onClose }: { office: Office; one: QuarantinedEvent; onClose: () => void }) {
  const [note, setNote] = useState("");
  const [empty, setEmpty] = useState(false);
  const { busy, message, acting } = useActing();
  const put = () => {
    setEmpty(note.trim() === "");
    if (note.trim() === "") return;
    void acting("put", async () => {
      await act(office, `/quarantine/${one.id}/close`, { note: note.trim() });
      onClose();
      return undefined;
    });
  };
  return (
    <Sheet
      open
      title={words.putTitle}
      onClose={onClose}
      footer={
        <Button look="pri" size="lg" full busy={busy !== ""} onClick={put}>
          {words.close}
        </Button>
      }
    >
      <p className="t2 mt2">{words.putText}</p>
      <div className="mt4">
        <Field
          label={words.note}
          maxLength={200}
          value={note}
          error={empty ? words.notePlease : undefined}
          onChange={(event) => setNote(event.target.value)}
          data-first
        />
      </div>
      <p className="sm mt2" role="status">
        {message}
      </p>
    </Sheet>
  );
}

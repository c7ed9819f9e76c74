import { useEffect, useState } from "react";
import { fetchDiary } from "#pwa/employee/amend/amend";
import { newPlace, sameLunch, undoable } from "#pwa/employee/amend/proposal";
import { formatAed } from "#pwa/i18n/amounts";
import { uiWords } from "#pwa/i18n/app";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { errorsWords } from "#pwa/i18n/errors";
import { historyWords } from "#pwa/i18n/history";
import { joined } from "#pwa/i18n/joined";
import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { Fault, Offline } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOwnId } from "#pwa/offline/sync/use-own-id";
import type { DiaryEntry, Order } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { Loading } from "#pwa/ui/loading";

const words = historyWords;

/** What happened to each day of an order: who, with which device, what, and what it did to the money. Newest first. */
export function OrderDiary({ order }: { order: Order }) {
  const [shown, setShown] = useState(false);
  return (
    <section className="mt4" aria-label={words.diary}>
      {shown ? (
        <Entries order={order} />
      ) : (
        <Button look="soft" icon="history" onClick={() => setShown(true)}>
          {words.diaryOpen}
        </Button>
      )}
    </section>
  );
}

function Entries({ order }: { order: Order }) {
  const now = useServerNow();
  const own = useOwnId();
  const [entries, setEntries] = useState<DiaryEntry[]>();
  const [trouble, setTrouble] = useState<string>();
  const [turn, setTurn] = useState(0);
  const { id, version } = order;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version of the order has more to tell
  useEffect(() => {
    let over = false;
    setTrouble(undefined);
    fetchDiary(id).then(
      (all) => !over && setEntries(all),
      (cause) => !over && setTrouble(sayTrouble(cause)),
    );
    return () => {
      over = true;
    };
  }, [id, version, turn]);

  if (trouble && !entries) {
    return (
      <div className="row wrap g2" role="alert">
        <span className="sm t2 grow">{trouble}</span>
        <Button look="out" onClick={() => setTurn((n) => n + 1)}>
          {uiWords.tryAgain}
        </Button>
      </div>
    );
  }
  if (!entries) {
    return <Loading heights={["120px"]} />;
  }
  const open = undoable(entries, order, now);
  return (
    <>
      <h3 className="sm b">{words.diary}</h3>
      {entries.length === 0 && <p className="sm t2 mt2">{words.diaryNone}</p>}
      <ol className="list diary mt2">
        {entries.map((entry) => {
          const { what, date, at, employee_difference: more, refund_to } = entry;
          const happened = words.what[what] ?? what;
          return (
            <li key={entry.id} className="li">
              <span className="grow">
                <span className="sm b blk">
                  {dayAndDate(date)} · {happened}
                </span>
                {lunch(entry) && <span className="sm blk">{lunch(entry)}</span>}
                {newPlace(entry) && (
                  <span className="sm blk">{words.place(entry.place_before?.label, newPlace(entry) ?? "")}</span>
                )}
                {more !== 0 && (
                  <span className="sm num blk">
                    {more > 0
                      ? words.paidMore(formatAed(more))
                      : refund_to
                        ? words.backTo(formatAed(-more), words.refundTo[refund_to] ?? "")
                        : words.gotBack(formatAed(-more))}
                  </span>
                )}
                <span className="xs t3 blk">{words.at(who(entry, own), moment(at))}</span>
              </span>
              {open.has(entry.id) && (
                <Button
                  look="soft"
                  className="small"
                  to={`/checkout/edit/${id}?undo=${entry.id}`}
                  aria-label={words.undoOf(happened, dayAndDate(date))}
                >
                  {words.undo}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** What a day held and holds; of what was missing, that alone. */
function lunch(entry: DiaryEntry): string | undefined {
  const { what, before, after } = entry;
  if (what === "missing" || what === "failed") return meals(before);
  if (sameLunch(entry)) return newPlace(entry) || !after?.length ? undefined : words.sameLunch;
  return words.into(meals(before), meals(after));
}

const meals = (items: DiaryEntry["before"]) =>
  items && items.length > 0 ? joined(items.map(({ name, qty }) => dashboardWords.portions(name, qty))) : words.nothing;

function who({ who: { kind, name }, device }: DiaryEntry, own?: string): string {
  if (kind === "system") return words.system;
  if (kind === "operator") return name || words.kitchen;
  return joined([words.you, device && (device === own ? words.thisPhone : words.otherPhone)]);
}

function moment(instant: string): string {
  const ms = Date.parse(instant);
  return joined([dayAndDate(dateAt(ms)), clockAt(ms)]);
}

function sayTrouble(cause: unknown): string {
  if (cause instanceof Offline) return words.diaryOffline;
  return cause instanceof Fault ? sentenceFor(cause) : errorsWords.unknown;
}

import { formatAed } from "#pwa/i18n/amounts";
import { taxDocumentWords } from "#pwa/i18n/history";
import { joined } from "#pwa/i18n/joined";
import { kitchenPersonWords } from "#pwa/i18n/kitchen";
import { kitchenTrailWords } from "#pwa/i18n/kitchen-trail";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { PersonSheet } from "#pwa/office/kitchen";
import { sayWhen } from "#pwa/office/say-when";
import { DocumentList } from "#pwa/office/support/document-list";
import { Troubled } from "#pwa/office/troubled";
import type { DiaryEntry } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";
import { Sheet } from "#pwa/ui/sheet";
import { Skeleton } from "#pwa/ui/skeleton";

const words = kitchenPersonWords;
type Props = {
  order: PersonSheet["orders"][number];
  /** All of the person's. */
  documents: PersonSheet["documents"];
  onClose: () => void;
};

const lines = (of: DiaryEntry["before"]) => joined((of ?? []).map(({ qty, name }) => `${qty} × ${name}`));

/** Shows what happened to each day of an order, the newest entry first, and its tax invoices and credit notes. */
export function OrderDiarySheet({ order, documents, onClose }: Props) {
  const own = documents.filter(({ about }) => about === order.id);
  const { answer, trouble, loading, again } = useAnswer(`/api/kitchen/orders/${order.id}/diary`);
  return (
    <Sheet open kind="wide" title={words.diaryTitle(dayAndDate(order.week))} onClose={onClose}>
      {!answer && trouble && <Troubled trouble={trouble} again={again} busy={loading} />}
      {!answer && !trouble && <Skeleton height="160px" />}
      {answer?.data.length === 0 && <p className="t2">{words.diaryEmpty}</p>}
      <ul className="list">
        {answer?.data.map((entry) => (
          <li className="li kact" key={entry.id}>
            <span className="grow">
              <span>
                <b>{entry.who.name || kitchenTrailWords.house}</b> {words.did[entry.what] ?? entry.what}{" "}
                {dayAndDate(entry.date)}
              </span>
              <span className="sm t2 kline">
                {[...new Set([lines(entry.before), lines(entry.after)])].filter(Boolean).join(" → ")}
              </span>
              {entry.place_after && entry.place_after.id !== entry.place_before?.id && (
                <span className="sm t2 kline">
                  {[entry.place_before?.label, entry.place_after.label].filter(Boolean).join(" → ")}
                </span>
              )}
            </span>
            <span className="end">
              <span className="num sm">{formatAed(entry.net_after - entry.net_before)}</span>
              <time className="xs t3 kline" dateTime={entry.at}>
                {sayWhen(entry.at)}
              </time>
            </span>
          </li>
        ))}
      </ul>
      {own.length > 0 && (
        <section className="mt4" aria-label={taxDocumentWords.title}>
          <h3 className="sm b">{taxDocumentWords.title}</h3>
          <DocumentList documents={own} />
        </section>
      )}
    </Sheet>
  );
}

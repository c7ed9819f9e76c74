import { type FormEvent, useId, useState } from "react";
import { useActing } from "#pwa/company/counters/use-acting";
import { act, type Office } from "#pwa/company/counters/use-office";
import { formatAed } from "#pwa/i18n/amounts";
import { countersWords } from "#pwa/i18n/counters";
import { dotted } from "#pwa/i18n/dotted";
import { errorsWords } from "#pwa/i18n/errors";
import { momentAt } from "#pwa/i18n/say-day";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { SoldSale } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

const words = countersWords;
const amount = (fils: number) => (fils > 0 ? formatAed(fils) : "");

/** The sale's id in the square of its receipt, or in the first of several. */
const idIn = (square: string) => /\{"id":"([0-9A-Z]{26})"/.exec(square)?.[1];

/**
 * Voids a sale, found by its receipt's number or code, with a reason. Only operators may, because the refund is the lunch
 * company's money.
 */
export function UndoSale({ office, onDone }: { office: Office; onDone: () => Promise<void> }) {
  const id = useId();
  const now = useServerNow();
  const [number, setNumber] = useState("");
  const [sale, setSale] = useState<SoldSale>();
  const [why, setWhy] = useState("");
  const [empty, setEmpty] = useState(false);
  const { busy, message, acting } = useActing();
  const find = (event: FormEvent) => {
    event.preventDefault();
    setSale(undefined);
    void acting("find", async () => {
      const query = new URLSearchParams({ receipt: idIn(number) ?? number.trim() });
      try {
        setSale(await call("GET", `/api/kitchen/pos/sale?${query}`, undefined, { toast: false }));
        return undefined;
      } catch (cause) {
        if (cause instanceof Fault && (cause.status === 404 || cause.status === 422)) return words.noSale;
        throw new Error(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
      }
    });
  };
  const undo = (one: SoldSale) => {
    setEmpty(why.trim() === "");
    if (why.trim() === "") return;
    void acting("undo", async () => {
      await act(office, `/sale/${one.id}/void`, { note: why.trim() });
      setSale(undefined);
      setNumber("");
      setWhy("");
      await onDone();
      return words.undone(words.ways(amount(one.cash), amount(one.terminal), ""));
    });
  };
  return (
    <section className="card pad mt8" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {words.undo}
      </h2>
      <p className="sm t2 mt2">{words.undoText}</p>
      <form className="mt4 undo" noValidate onSubmit={find}>
        <Field
          label={words.receiptNumber}
          value={number}
          placeholder="P7-31-9K2M"
          dir="ltr"
          autoComplete="off"
          onChange={(event) => setNumber(event.target.value)}
          end={
            <Button type="submit" look="soft" busy={busy === "find"} disabled={number.trim() === ""}>
              {words.find}
            </Button>
          }
        />
      </form>
      {sale && (
        <div className="mt4">
          <p className="m" dir="auto">
            {words.at(sale.name, sale.company)}
          </p>
          <p className="sm t2 num">
            {dotted([
              momentAt(Date.parse(sale.sold_at), now),
              words.ways(amount(sale.cash), amount(sale.terminal), amount(sale.account)),
            ])}
          </p>
          {sale.voided_at ? (
            <p className="sm mt3">{words.undoneAt(momentAt(Date.parse(sale.voided_at), now))}</p>
          ) : (
            <div className="col g3 mt3">
              <Field
                label={words.why}
                value={why}
                maxLength={200}
                error={empty ? words.whyPlease : undefined}
                onChange={(event) => setWhy(event.target.value)}
              />
              <div>
                <Button look="danger" busy={busy === "undo"} onClick={() => undo(sale)}>
                  {words.undoIt}
                </Button>
              </div>
            </div>
          )}
        </div>
      )}
      <p className="sm t2 mt2" role="status">
        {message}
      </p>
    </section>
  );
}

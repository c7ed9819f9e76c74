import type { ReactNode } from "react";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { Pending, Troubled } from "#pwa/office/troubled";
import type { List } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";

type Props<Row> = {
  list: List<Row>;
  label: string;
  empty?: { title: string; text: string };
  children: (row: Row) => ReactNode;
};

/** Rows in a card, or what replaces them while they load, when loading fails, or when there are none. */
export function Listing<Row>({ list, label, empty, children }: Props<Row>) {
  const { rows, trouble, loading, again, narrowed, more } = list;
  if (!rows)
    return (
      <Pending trouble={trouble} again={again} busy={loading} className="col g3" heights={["72px", "72px", "72px"]} />
    );
  if (rows.length === 0)
    return (
      <EmptyState icon="search" title={empty?.title ?? (narrowed ? kitchenWords.none : kitchenWords.nothing)}>
        {empty?.text ?? (narrowed && kitchenWords.noneText[narrowed])}
      </EmptyState>
    );
  return (
    <>
      {trouble && <Troubled trouble={trouble} again={again} busy={loading} line />}
      <ul className="card list klist" aria-label={label} aria-busy={loading}>
        {rows.map(children)}
      </ul>
      {more && (
        <div className="center mt4">
          <Button look="out" busy={loading} onClick={more}>
            {kitchenWords.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

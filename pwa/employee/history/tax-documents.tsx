import { useEffect, useState } from "react";
import { SaveButton } from "#pwa/forms/save-button";
import { formatAed } from "#pwa/i18n/amounts";
import { taxDocumentWords as words } from "#pwa/i18n/history";
import { dayAndDate } from "#pwa/i18n/say-day";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { call, Offline } from "#pwa/offline/server";
import type { TaxDocument } from "#pwa/offline/wire";

async function fetchDocuments(about: string): Promise<TaxDocument[]> {
  const { db } = useDevice.getState();
  const { data } = await call("GET", `/api/tax-documents?about=${encodeURIComponent(about)}`, undefined, {
    toast: false,
    ...(db && { as: ownerOf(db) }),
  });
  return data;
}

type Props = { about: string /** What changes when there may be more of them. */; version?: number | string };

/** The tax invoices and credit notes of an order or a purchase, each to save. They come from the server and stay on no device. */
export function TaxDocuments({ about, version }: Props) {
  const [documents, setDocuments] = useState<TaxDocument[]>([]);
  const [offline, setOffline] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version of the order may have more documents
  useEffect(() => {
    let over = false;
    setOffline(false);
    fetchDocuments(about).then(
      (all) => !over && setDocuments(all),
      (cause) => !over && setOffline(cause instanceof Offline),
    );
    return () => {
      over = true;
    };
  }, [about, version]);

  if (documents.length === 0) return offline && <p className="xs t3 mt3">{words.offline}</p>;
  return (
    <section className="mt4" aria-label={words.title}>
      <h3 className="sm b">{words.title}</h3>
      <ul className="list mt2">
        {documents.map(({ id, kind, number, issued_on, total }) => {
          const what = words.kinds[kind] ?? kind;
          return (
            <li key={id} className="li wrap">
              <span className="grow">
                <span className="sm blk">
                  {what} <span className="num nw">{number}</span>
                </span>
                <span className="xs t3 blk">{words.of(dayAndDate(issued_on), formatAed(total))}</span>
              </span>
              <SaveButton look="ghost" path={`/api/tax-documents/${id}/pdf`} label={words.save(what, number)}>
                {words.pdf}
              </SaveButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

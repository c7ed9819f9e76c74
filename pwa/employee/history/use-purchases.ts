import { useCallback, useState } from "react";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { call } from "#pwa/offline/server";
import { cachedAnswer } from "#pwa/offline/sync/cached-answer";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useRefresh } from "#pwa/offline/use-refresh";
import type { Purchase } from "#pwa/offline/wire";

const purchases = cachedAnswer("purchases");

type Page = { data: Purchase[]; next: string };

async function fetchPage(before = ""): Promise<Page> {
  const { db } = useDevice.getState();
  if (!db) throw new Error("nobody is signed in");
  const question = purchases.ask();
  const path = before ? (`/api/pos-purchases?before=${before}` as const) : "/api/pos-purchases";
  const { data, next } = await call("GET", path, undefined, { toast: false, as: ownerOf(db) });
  if (!before) await purchases.receive(db, { list: data, next, at: serverNow() }, question);
  return { data, next };
}

/** Asks for the newest purchases, and keeps them on the device. */
export const refreshPurchases = () => fetchPage().then(() => undefined);

/** What the person bought at counters, newest first: as last heard at once, fresh as soon as it is here. */
export function usePurchases() {
  const kept = purchases.use();
  const open = useDevice(({ db }) => db !== null);
  const [older, setOlder] = useState<Page>();
  const [failed, setFailed] = useState(false);
  const [loading, setLoading] = useState(false);

  const again = useCallback(() => {
    refreshPurchases().then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }, []);
  useRefresh(again, open);

  // What was bought since shifts the first page: what is in both is shown once, as it was heard last.
  const list = kept && [
    ...kept.list,
    ...(older?.data ?? []).filter(({ id }) => !kept.list.some((one) => one.id === id)),
  ];
  const next = older ? older.next : (kept?.next ?? "");
  const more = async () => {
    setLoading(true);
    try {
      const page = await fetchPage(next);
      setOlder((known) => ({ data: [...(known?.data ?? kept?.list ?? []), ...page.data], next: page.next }));
      setFailed(false);
    } catch {
      setFailed(true);
    } finally {
      setLoading(false);
    }
  };
  return { list, next, failed, loading, more };
}

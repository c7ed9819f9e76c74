import { useCallback, useState } from "react";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { cachedAnswer } from "#pwa/offline/sync/cached-answer";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useRefresh } from "#pwa/offline/use-refresh";
import type { WalletEntry, WalletPage } from "#pwa/offline/wire";

const wallet = cachedAnswer("wallet");

/** How many entries come at once; the newest so many are kept on the device. */
const perPage = 20;

async function fetchPage(page: number): Promise<WalletPage> {
  const { db } = useDevice.getState();
  if (!db) throw new Error("nobody is signed in");
  const owner = ownerOf(db);
  const path = `/api/client-transaction-list/${owner}?page=${page}&per_page=${perPage}` as const;
  const question = wallet.ask();
  const answer = await call("GET", path, undefined, { toast: false, as: owner });
  const { data: entries, total, balance, owed } = answer;
  if (page === 1) await wallet.receive(db, { entries, total, balance, owed, at: serverNow() }, question);
  return answer;
}

const why = (cause: unknown) => (cause instanceof Fault ? "failed" : "offline");

/** What moved in the wallet, newest first: as last heard at once, fresh as soon as it is here. */
export function useWallet() {
  const kept = wallet.use();
  const open = useDevice(({ db }) => db !== null);
  const [older, setOlder] = useState<WalletEntry[]>([]);
  const [trouble, setTrouble] = useState<"offline" | "failed">();
  const [loading, setLoading] = useState(false);

  const again = useCallback(() => {
    fetchPage(1).then(
      () => setTrouble(undefined),
      (cause: unknown) => setTrouble(why(cause)),
    );
  }, []);
  useRefresh(again, open);

  // A new entry shifts the pages: what is here twice is shown once.
  const entries = kept && [...kept.entries, ...older.filter(({ id }) => !kept.entries.some((one) => one.id === id))];
  const more = async () => {
    setLoading(true);
    try {
      const { data } = await fetchPage(Math.floor((entries?.length ?? 0) / perPage) + 1);
      setOlder((known) => [...known, ...data.filter(({ id }) => !known.some((one) => one.id === id))]);
      setTrouble(undefined);
    } catch (cause) {
      setTrouble(why(cause));
    } finally {
      setLoading(false);
    }
  };
  return { kept, entries, trouble, loading, again, more };
}

import { useCallback, useEffect, useState } from "react";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { heard } from "#pwa/offline/sync/heard";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { SavedCard } from "#pwa/offline/wire";

const cards = heard("cards");

type Method = "GET" | "POST" | "DELETE";

/** Asks about the person's cards, or changes them, and keeps the answer for when there is no connection. */
async function ask(method: Method, path = ""): Promise<SavedCard[]> {
  const { db } = useDevice.getState();
  const options = { toast: false, data: true, ...(db && { as: ownerOf(db) }) };
  const question = method === "GET" ? cards.ask() : undefined;
  const list = await call<SavedCard[]>(method, `/api/cards${path}`, method === "POST" ? {} : undefined, options);
  await cards.hear(db, { list, at: serverNow() }, question);
  return list;
}

export const makeDefault = (card: string) => ask("POST", `/${card}/default`);
export const removeCard = (card: string) => ask("DELETE", `/${card}`);

/** Returns the saved cards as last received, then the fresh ones once they arrive. `trouble` says why they did not. */
export function useCards() {
  const kept = cards.use();
  const [trouble, setTrouble] = useState<"offline" | "failed">();
  const again = useCallback(() => {
    ask("GET").then(
      () => setTrouble(undefined),
      (cause: unknown) => setTrouble(cause instanceof Fault ? "failed" : "offline"),
    );
  }, []);
  useEffect(() => {
    again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [again]);
  return { cards: kept?.list, at: kept?.at, trouble, again };
}

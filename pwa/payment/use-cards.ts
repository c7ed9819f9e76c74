import { useCallback, useEffect, useState } from "react";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { cachedAnswer } from "#pwa/offline/sync/cached-answer";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { SavedCard } from "#pwa/offline/wire";

const cards = cachedAnswer("cards");

const options = () => {
  const { db } = useDevice.getState();
  return { toast: false, data: true, ...(db && { as: ownerOf(db) }) } as const;
};

/** Asks about the person's cards, or changes them, and keeps the answer for when there is no connection. */
async function ask(send: () => Promise<SavedCard[]>, question?: ReturnType<typeof cards.ask>): Promise<SavedCard[]> {
  const { db } = useDevice.getState();
  const list = await send();
  await cards.receive(db, { list, at: serverNow() }, question);
  return list;
}

export const makeDefault = (card: string) =>
  ask(() => call("POST", `/api/cards/${card}/default`, undefined, options()));
export const removeCard = (card: string) => ask(() => call("DELETE", `/api/cards/${card}`, undefined, options()));

/** Returns the saved cards as last received, then the fresh ones once they arrive. `trouble` says why they did not. */
export function useCards() {
  const kept = cards.use();
  const [trouble, setTrouble] = useState<"offline" | "failed">();
  const again = useCallback(() => {
    ask(() => call("GET", "/api/cards", undefined, options()), cards.ask()).then(
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

import { useCallback, useEffect, useState } from "react";
import { errorsWords } from "#pwa/i18n/faults";
import { Fault, request, sentenceFor } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CounterSales, QuarantinedEvent, TillsSeen } from "#pwa/offline/wire";
import { addDays, dateAt } from "#pwa/rules/week/date";

/** Who manages the counters: a company's admin for the company's own, an operator for all of them or those of one company. */
export type Office = { base: "/api/pos" | "/api/kitchen/pos"; company?: string };

function at({ base, company }: Office, path: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(company && { company }), ...more });
  return `${base}${path}${query.size > 0 ? `?${query}` : ""}`;
}

/** Sends a change to the server. Rejects with the sentence to show. */
export async function act<T>(office: Office, path: string, body: unknown = {}): Promise<T> {
  try {
    return await request<T>("POST", at(office, path), body, { toast: false });
  } catch (cause) {
    throw new Error(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
  }
}

export type Kept = { tills: TillsSeen; aside: QuarantinedEvent[]; sales: CounterSales };

/** The counters of so many days until today, as the server knows them. `trouble` is why they could not be loaded. */
export function useOffice({ base, company }: Office, days: number) {
  const [kept, setKept] = useState<Kept>();
  const [trouble, setTrouble] = useState<"offline" | "failed">();
  const again = useCallback(async () => {
    const until = dateAt(serverNow());
    const ask = <T>(path: string, more?: Record<string, string>) =>
      request<T>("GET", at({ base, company }, path, more), undefined, { toast: false });
    try {
      const [tills, aside, sales] = await Promise.all([
        ask<TillsSeen>("/tills"),
        ask<{ data: QuarantinedEvent[] }>("/quarantine"),
        ask<CounterSales>("/sales", { from: addDays(until, 1 - days), until }),
      ]);
      setKept({ tills, aside: aside.data, sales });
      setTrouble(undefined);
    } catch (cause) {
      setTrouble(cause instanceof Fault ? "failed" : "offline");
    }
  }, [base, company, days]);
  useEffect(() => {
    void again();
    const look = () => document.visibilityState === "visible" && void again();
    window.addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [again]);
  return { kept, trouble, again };
}

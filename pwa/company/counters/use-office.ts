import { useCallback, useEffect, useRef } from "react";
import { errorsWords } from "#pwa/i18n/errors";
import type { AnswerOf, BodyOf, KnownPath } from "#pwa/offline/routes";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { Fault, request } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useAnswer } from "#pwa/online/use-answer";
import { addDays, dateAt } from "#pwa/rules/week/date";

/** Who manages the counters: a company's admin for the company's own, an operator for all of them or those of one company. */
export type Office = { base: "/api/pos" | "/api/kitchen/pos"; company?: string };

/** An operator's route; an admin's has the same name, request and answer. */
type Route<Path extends string> = `/api/kitchen/pos${Path}`;

function at<const Path extends string>({ base, company }: Office, path: Path, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...(company && { company }), ...more });
  return `${base}${path}${query.size > 0 ? `?${query}` : ""}` as Route<Path>;
}

/** Sends a change to the server. Rejects with the sentence to show. */
export async function act<const Path extends string>(
  office: Office,
  path: [KnownPath<"POST", Route<Path>>] extends [never] ? never : Path,
  body: BodyOf<"POST", Route<Path>> | Record<string, never> = {},
): Promise<AnswerOf<"POST", Route<Path>>> {
  try {
    return await request("POST", at(office, path), body, { toast: false });
  } catch (cause) {
    throw new Error(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
  }
}

/** The counters of so many days until today, as the server knows them. `trouble` is why they could not be loaded. */
export function useOffice(office: Office, days: number) {
  const until = dateAt(serverNow());
  const tills = useAnswer(at(office, "/tills"), { keepPrevious: true });
  const aside = useAnswer(at(office, "/quarantine"), { keepPrevious: true });
  const sales = useAnswer(at(office, "/sales", { from: addDays(until, 1 - days), until }), { keepPrevious: true });
  const all = useRef([tills, aside, sales]);
  all.current = [tills, aside, sales];
  const again = useCallback(async () => void (await Promise.all(all.current.map((one) => one.again()))), []);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && void again();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [again]);
  const kept = tills.answer &&
    aside.answer &&
    sales.answer && { tills: tills.answer, aside: aside.answer.data, sales: sales.answer };
  return { kept, trouble: tills.trouble || aside.trouble || sales.trouble, again };
}

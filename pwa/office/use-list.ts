import { useCallback, useEffect, useRef, useState } from "react";
import type { ListPage } from "#pwa/office/kitchen";
import type { Trouble } from "#pwa/office/use-ask";
import { Fault, request } from "#pwa/offline/server";

/** A list that comes page by page; another path is another list. What was shown stays until the new one is here. */
export function useList<Row>(path: string, query: Record<string, string>) {
  const wanted = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  const [rows, setRows] = useState<Row[]>();
  const [next, setNext] = useState("");
  const [trouble, setTrouble] = useState<Trouble>();
  const [loading, setLoading] = useState(true);
  const turn = useRef(0);

  const ask = useCallback(
    async (after: string) => {
      const mine = ++turn.current;
      setLoading(true);
      try {
        const search = new URLSearchParams(wanted);
        if (after) search.set("after", after);
        const page = await request<ListPage<Row>>("GET", `${path}?${search}`, undefined, { toast: false });
        if (mine !== turn.current) return;
        setRows((before) => (after ? [...(before ?? []), ...page.data] : page.data));
        setNext(page.next);
        setTrouble(undefined);
      } catch (cause) {
        if (mine === turn.current) setTrouble(cause instanceof Fault ? "failed" : "offline");
      } finally {
        if (mine === turn.current) setLoading(false);
      }
    },
    [path, wanted],
  );
  const again = useCallback(() => ask(""), [ask]);
  useEffect(() => {
    void again();
    const back = () => void again();
    window.addEventListener("online", back);
    return () => {
      turn.current += 1;
      window.removeEventListener("online", back);
    };
  }, [again]);
  /** Why a list may be shorter than it is: words to look for, or another filter. */
  const narrowed = query.q ? "words" : wanted ? "filter" : null;
  return { rows, trouble, loading, again, narrowed, more: next ? () => void ask(next) : null } as const;
}

import { useCallback, useEffect, useRef, useState } from "react";
import type { By, Span } from "#pwa/admin/reports/spans";
import { call, Fault } from "#pwa/offline/server";
import type { Report } from "#pwa/offline/wire";

export type Asked = Span & { by: By; department: string };

/** The query of a report. */
export const queryOf = ({ from, until, by, department }: Asked) =>
  new URLSearchParams({ from, until, by, ...(department && { department }) });

/** The report as soon as it is loaded; until then the one before. `trouble` is why it is missing. */
export function useReport(asked: Asked) {
  const [report, setReport] = useState<Report>();
  const [trouble, setTrouble] = useState<"offline" | "failed">();
  const [loading, setLoading] = useState(true);
  const newest = useRef("");
  const query = queryOf(asked).toString();
  const again = useCallback(async () => {
    newest.current = query;
    setLoading(true);
    try {
      const found = await call("GET", `/api/company-reports?${query}`, undefined, { toast: false, data: true });
      if (newest.current !== query) return; // something else was chosen meanwhile
      setReport(found);
      setTrouble(undefined);
    } catch (cause) {
      if (newest.current !== query) return;
      setTrouble(cause instanceof Fault ? "failed" : "offline");
    }
    setLoading(false);
  }, [query]);
  useEffect(() => {
    void again();
    const online = () => void again();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, [again]);
  return { report, trouble, loading, again };
}

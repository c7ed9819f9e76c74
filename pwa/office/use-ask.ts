import { useCallback, useEffect, useRef, useState } from "react";
import { Fault, request } from "#pwa/offline/server";

export type Trouble = "offline" | "failed" | "gone";

const troubleOf = (cause: unknown): Trouble =>
  cause instanceof Fault ? (cause.status === 404 ? "gone" : "failed") : "offline";

/** Asks the server when it is shown, when the path changes, and again on wish or when the device is back online. */
export function useAsk<T>(path: string | null) {
  const [kept, setKept] = useState<{ path: string; answer: T }>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [loading, setLoading] = useState(path !== null);
  const turn = useRef(0);
  const again = useCallback(async () => {
    if (path === null) return;
    const mine = ++turn.current;
    setLoading(true);
    try {
      const answer = await request<T>("GET", path, undefined, { toast: false });
      if (mine !== turn.current) return;
      setKept({ path, answer });
      setTrouble(undefined);
    } catch (cause) {
      if (mine === turn.current) setTrouble(troubleOf(cause));
    } finally {
      if (mine === turn.current) setLoading(false);
    }
  }, [path]);
  useEffect(() => {
    void again();
    const back = () => void again();
    window.addEventListener("online", back);
    return () => {
      turn.current += 1;
      window.removeEventListener("online", back);
    };
  }, [again]);
  const answer = kept?.path === path ? kept.answer : undefined;
  return { answer, trouble, loading, again };
}

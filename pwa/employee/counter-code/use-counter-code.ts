import { useCallback, useEffect, useRef, useState } from "react";
import { call, Fault } from "#pwa/offline/server";
import { useSession } from "#pwa/offline/session";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CounterCode } from "#pwa/offline/wire";

/** A code is shown for so long, ms: who shows it last has as long again until a till no longer takes it. */
const shownFor = 30_000;

type Shown = CounterCode & { until: number };

/**
 * The code to show at a till, renewed every half minute while the page is visible. It is never stored, and only the server can
 * make one. When it cannot be renewed, the shown code stays until it expires.
 */
export function useCounterCode() {
  const profile = useSession((session) => session.profile?.id);
  const [code, setCode] = useState<Shown>();
  const [trouble, setTrouble] = useState<"offline" | "failed" | "frozen">();
  const [now, setNow] = useState(serverNow);
  const asking = useRef(false);

  const ask = useCallback(
    async (method: "GET" | "POST") => {
      if (asking.current) return;
      asking.current = true;
      try {
        const made = await call(method, "/api/pos-code", undefined, { toast: false, as: profile });
        setCode({ ...made, until: serverNow() + shownFor });
        setTrouble(undefined);
      } catch (cause) {
        const frozen = cause instanceof Fault && cause.reason === "code_frozen";
        if (frozen) setCode(undefined);
        setTrouble(frozen ? "frozen" : cause instanceof Fault ? "failed" : "offline");
      } finally {
        asking.current = false;
        setNow(serverNow());
      }
    },
    [profile],
  );
  const again = useCallback(() => ask("GET"), [ask]);

  useEffect(() => {
    const look = () => document.visibilityState === "visible" && void again();
    look();
    window.addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [again]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      const at = serverNow();
      setNow(at);
      // While it fails it is tried again every ten seconds.
      if (code && at >= code.until && (!trouble || Math.floor(at / 1000) % 10 === 0)) void again();
    }, 1000);
    return () => clearInterval(timer);
  }, [again, code, trouble]);

  const good = code && Date.parse(code.expires_at) > now ? code : undefined;
  return {
    code: good,
    /** Seconds until the next one. */
    next: good ? Math.max(0, Math.ceil((good.until - now) / 1000)) : 0,
    /** Seconds for which it can still be shown. */
    left: good ? Math.ceil((Date.parse(good.expires_at) - now) / 1000) : 0,
    trouble,
    again,
    /** Ends the block of the codes. */
    unfreeze: () => ask("POST"),
  };
}

import { useEffect, useState } from "react";
import { Fault } from "#pwa/offline/server";
import { syncNow } from "#pwa/offline/sync/start-sync";
import type { Intent } from "#pwa/offline/wire";
import { checkIntent, fetchIntent } from "#pwa/payment/intent";

type Followed = { intent?: Intent; offline: boolean; gone: boolean };

/** How long to wait before the n-th next question, ms: soon at first, then ever more patiently. */
export function pollDelay(n: number): number {
  return Math.min(15_000, 1000 * 1.5 ** n);
}

/** Follows a payment until it is settled, then fetches what it changed. */
export function useIntent(id: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ offline: false, gone: false });

  useEffect(() => {
    let over = false;
    let asking = false;
    let asked = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setFollowed({ offline: false, gone: false });

    const ask = async () => {
      if (over || asking) return;
      clearTimeout(timer);
      asking = true;
      try {
        const intent = await fetchIntent(id);
        if (over) return;
        setFollowed({ intent, offline: false, gone: false });
        if (intent.status !== "open") {
          stop();
          await syncNow();
          return;
        }
        // The provider is asked once at the person's return, and again when its word is slow to come.
        if (asked === 0 || asked === 5) await checkIntent(id).catch(() => undefined);
      } catch (cause) {
        if (over) return;
        const gone = cause instanceof Fault && (cause.status === 404 || cause.status === 422);
        if (gone) stop();
        setFollowed(({ intent }) => ({ intent, offline: !(cause instanceof Fault), gone }));
      } finally {
        asking = false;
      }
      if (!over) timer = setTimeout(ask, pollDelay(asked++));
    };
    const soon = () => {
      if (document.visibilityState === "hidden") return;
      asked = Math.min(asked, 2);
      void ask();
    };
    const stop = () => {
      over = true;
      clearTimeout(timer);
      window.removeEventListener("online", soon);
      document.removeEventListener("visibilitychange", soon);
    };
    window.addEventListener("online", soon);
    document.addEventListener("visibilitychange", soon);
    void ask();
    return stop;
  }, [id]);

  return followed;
}

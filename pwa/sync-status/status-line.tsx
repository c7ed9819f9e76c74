import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { shortDay } from "#pwa/i18n/say-day";
import { syncWords } from "#pwa/i18n/sync";
import { useDevice } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { useSync } from "#pwa/offline/sync/use-sync";
import { type Connection, type ConnectionInput, connectionOf, isLate } from "#pwa/sync-status/connection";
import { tellLate } from "#pwa/sync-status/copy-of";
import { SpokenLine } from "#pwa/sync-status/spoken-line";
import { useKept } from "#pwa/sync-status/use-kept";
import { ageOf } from "#pwa/sync-status/waiting-since";
import { Banner } from "#pwa/ui/banner";

const sentShown = 5000;

/** The line under the header about the connection: one thing at a time, and nothing while all is well. */
export function StatusLine({ slow }: { slow: boolean }) {
  const { pathname } = useLocation();
  const { pending, paused, trouble } = useSync();
  const { signedIn, locked } = useSession();
  const { problem, forgets } = useDevice();
  const online = useOnline();
  const now = useServerNow();
  const kept = useKept();
  const unsent = [...new Set(kept?.ops.map(({ a }) => a.date))];
  const input: ConnectionInput = {
    problem,
    forgets,
    online,
    signedIn,
    paused,
    trouble,
    slow,
    pending,
    age: ageOf(kept?.ops ?? [], Date.now()),
    locked: locked?.pending ?? 0,
    unsent,
    undecided: signedIn ? (kept?.undecided.length ?? 0) : 0,
    refused: signedIn ? (kept?.refused.filter((date) => !kept.undecided.includes(date)).length ?? 0) : 0,
    chosen: kept?.chosen.length ?? 0,
    now,
    shownOnPage: pathname === "/dashboard/home",
  };
  const state = connectionOf(input);
  useReported(isLate(input) ? kept?.ops[0]?.id : undefined);
  const sent = useSent(state, unsent, pending);
  // A payment page says itself what it waits for.
  if (state?.kind === "offline" && pathname.startsWith("/payment/")) return null;
  if (state) return <SpokenLine state={state} kept={kept} now={now} />;
  if (!sent) return null;
  return (
    <Banner tone="okk" icon="cloudok" title={syncWords.sent}>
      {syncWords.sentText(sent.map(shortDay))}
    </Banner>
  );
}

const reported = new Set<string>();

/** Reports each change that waits too long to the server once. */
function useReported(late?: string): void {
  useEffect(() => {
    if (!late || reported.has(late)) return;
    reported.add(late);
    void tellLate().catch(() => undefined);
  }, [late]);
}

/** The days that were just sent, for 5 s, when the line said before that they wait. */
function useSent(state: Connection | null, unsent: string[], pending: number): string[] | null {
  const unsentDates = useRef<string[]>([]);
  const [sent, setSent] = useState<string[] | null>(null);
  const speaks = state !== null && pending > 0;
  const dates = unsent.join();
  useEffect(() => {
    if (speaks && dates) unsentDates.current = [...new Set([...unsentDates.current, ...dates.split(",")])].sort();
    if (pending > 0 || unsentDates.current.length === 0 || state) return;
    setSent(unsentDates.current);
    unsentDates.current = [];
  }, [speaks, dates, pending, state]);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => setSent(null), sentShown);
    return () => clearTimeout(timer);
  }, [sent]);
  return sent;
}

import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useDevice } from "#pwa/db";
import { useSession } from "#pwa/session";
import { type Connection, connectionOf } from "#pwa/sync/connection";
import { useServerNow } from "#pwa/sync/serverNow";
import { syncNow } from "#pwa/sync/startSync";
import { type Kept, useKept } from "#pwa/sync/useKept";
import { useLasting } from "#pwa/sync/useLasting";
import { useOnline } from "#pwa/sync/useOffline";
import { useSync } from "#pwa/sync/useSync";
import { Banner } from "#pwa/ui/Banner";
import { Button } from "#pwa/ui/Button";
import { clockAt, dayAndDate, longDay, momentAt, shortDay } from "#pwa/week/sayDay";
import { appWords } from "#pwa/words/app";
import { syncWords } from "#pwa/words/sync";

const wonder = 1500;
const sentShown = 5000;

/** The line under the header about the connection: one thing at a time, and nothing while all is well. */
export function SyncStatus() {
  const { pathname } = useLocation();
  const { pending, sending, paused, trouble } = useSync();
  const { signedIn, locked } = useSession();
  const problem = useDevice((device) => device.problem);
  const online = useOnline();
  const now = useServerNow();
  const slow = useLasting(sending, wonder);
  const kept = useKept();
  const unsent = [...new Set(kept?.ops.map(({ a }) => a.date))];
  const state = connectionOf({
    problem,
    online,
    signedIn,
    paused,
    trouble,
    slow,
    pending,
    locked: locked?.pending ?? 0,
    unsent,
    undecided: signedIn ? (kept?.undecided.length ?? 0) : 0,
    refused: signedIn ? (kept?.refused.length ?? 0) : 0,
    chosen: kept?.chosen.length ?? 0,
    now,
    told: pathname === "/dashboard/home",
  });
  const sent = useSent(state, unsent, pending);
  if (state) return <Line state={state} kept={kept} now={now} />;
  if (!sent) return null;
  return (
    <Banner tone="okk" icon="cloudok" title={syncWords.sent}>
      {syncWords.sentText(sent.map(shortDay))}
    </Banner>
  );
}

/** The days that were just sent, for 5 s, when somebody was told before that they wait. */
function useSent(state: Connection | null, unsent: string[], pending: number): string[] | null {
  const told = useRef<string[]>([]);
  const [sent, setSent] = useState<string[] | null>(null);
  const speaks = state !== null && pending > 0;
  const dates = unsent.join();
  useEffect(() => {
    if (speaks && dates) told.current = [...new Set([...told.current, ...dates.split(",")])].sort();
    if (pending > 0 || told.current.length === 0 || state) return;
    setSent(told.current);
    told.current = [];
  }, [speaks, dates, pending, state]);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => setSent(null), sentShown);
    return () => clearTimeout(timer);
  }, [sent]);
  return sent;
}

const reload = () => window.location.reload();
const said = syncWords;

function Line({ state, kept, now }: { state: Connection; kept?: Kept; now: number }) {
  const { pathname, search } = useLocation();
  const signedIn = useSession((session) => session.signedIn);
  switch (state.kind) {
    case "reload":
      return (
        <Banner tone="warn" icon="spark" title={said.otherTab} action={<Button onClick={reload}>{said.reload}</Button>}>
          {said.otherTabText}
        </Banner>
      );
    case "blocked":
      return (
        <Banner tone="warn" icon="lock" title={said.blocked}>
          {said.blockedText}
        </Banner>
      );
    case "stuck":
      return (
        <Banner tone="warn" icon="alert" title={said.stuck}>
          {said.stuckText}
        </Banner>
      );
    case "old":
      return (
        <Banner tone="warn" icon="spark" title={said.old} action={<Button onClick={reload}>{appWords.refresh}</Button>}>
          {said.oldText}
        </Banner>
      );
    case "revoked":
    case "signedOut": {
      if (pathname === "/login") return null;
      const to = `/login?returnTo=${encodeURIComponent(pathname + search)}`;
      const out = state.kind === "signedOut";
      return (
        <Banner
          tone="warn"
          icon="lock"
          title={out ? said.signedOut : said.revoked}
          action={<Button to={to}>{said.signIn}</Button>}
        >
          {out ? said.signedOutText(state.changes) : said.revokedText}
        </Banner>
      );
    }
    case "needsYou": {
      const [first] = kept?.undecided ?? [];
      return (
        <Banner
          tone="bad"
          icon="alert"
          title={said.needsYou(state.days, state.of)}
          action={<Button to={first ? `/mealselection?day=${first}` : "/dashboard/home"}>{said.decide}</Button>}
        >
          {first ? said.twoDevices : said.notTaken}
        </Banner>
      );
    }
    case "closing":
      return (
        <Banner tone="warn" icon="clock" title={said.closesSoon(longDay(state.date), clockAt(state.at - 60_000))}>
          {said.closesSoonText}
        </Banner>
      );
    case "unsent":
      return (
        <Banner
          tone="off"
          icon="cloudup"
          title={said.unsent(state.changes)}
          action={<Button to="/dashboard/home">{said.see}</Button>}
        >
          {said.unsentText}
        </Banner>
      );
    case "offline":
      return (
        <Banner tone="off" icon="off" title={said.offline}>
          {kept?.menuAt
            ? (signedIn ? said.offlineText : said.offlineVisitor)(momentAt(kept.menuAt, now))
            : said.offlineNothing}
        </Banner>
      );
    case "retry":
      return <Retry at={state.at} />;
    case "sending":
      return <Sending left={state.changes} kept={kept} />;
    case "slow":
      return (
        <Banner tone="sync" icon="sync">
          {said.slow}
        </Banner>
      );
  }
}

function Sending({ left, kept }: { left: number; kept?: Kept }) {
  const most = useRef(left);
  most.current = Math.max(most.current, left);
  const of = most.current;
  const op = kept?.ops[0]?.a;
  const meal = op?.items[0] && kept?.nameOf(op.items[0].meal);
  return (
    <Banner tone="sync" icon="sync" title={said.sending(of - left + 1, of)} progress={(of - left + 0.5) / of}>
      {op && [dayAndDate(op.date), meal].filter(Boolean).join(", ")}
    </Banner>
  );
}

/** Counts down for the eye; a screen reader hears the sentence once, not every second. */
function Retry({ at }: { at: number }) {
  const left = () => Math.max(1, Math.ceil((at - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock moves by itself
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  const tryNow = () => {
    setBusy(true);
    void syncNow().finally(() => setBusy(false));
  };
  return (
    <Banner
      tone="warn"
      icon="sync"
      title={said.retry}
      action={
        <Button busy={busy} onClick={tryNow}>
          {said.tryNow}
        </Button>
      }
    >
      <span aria-live="off">{said.retryIn(seconds)}</span>
    </Banner>
  );
}

import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { appWords } from "#pwa/i18n/app";
import { joined } from "#pwa/i18n/joined";
import { marksWords } from "#pwa/i18n/marks";
import { clockAt, dayAndDate, longDay, momentAt } from "#pwa/i18n/say-day";
import { syncWords } from "#pwa/i18n/sync";
import { useSession } from "#pwa/offline/session";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { mondayOf } from "#pwa/rules/week/date";
import { useUpdate } from "#pwa/shell/update-ready";
import type { Connection } from "#pwa/sync-status/connection";
import { openStatus } from "#pwa/sync-status/status-sheet-store";
import type { Kept } from "#pwa/sync-status/use-kept";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

const reload = () => window.location.reload();
/** Activates a newer version that already waits; a reload alone would bring the old one back. */
const renew = () => void (useUpdate.getState().take ?? (async () => reload()))();
const words = syncWords;

const seeIt = <Button onClick={openStatus}>{words.see}</Button>;

/** The state of the connection as a sentence, with the one action that is possible. */
export function SpokenLine({ state, kept, now }: { state: Connection; kept?: Kept; now: number }) {
  const { pathname, search } = useLocation();
  const signedIn = useSession((session) => session.signedIn);
  switch (state.kind) {
    case "reload":
      return (
        <Banner
          tone="warn"
          icon="spark"
          title={words.otherTab}
          action={<Button onClick={reload}>{words.reload}</Button>}
        >
          {words.otherTabText}
        </Banner>
      );
    case "blocked":
      return (
        <Banner tone="warn" icon="lock" title={words.blocked}>
          {words.blockedText}
        </Banner>
      );
    case "stuck":
      return (
        <Banner tone="warn" icon="alert" title={words.stuck}>
          {words.stuckText}
        </Banner>
      );
    case "old":
      return (
        <Banner tone="warn" icon="spark" title={words.old} action={<Button onClick={renew}>{appWords.refresh}</Button>}>
          {words.oldText}
        </Banner>
      );
    case "forgets":
      return (
        <Banner tone="warn" icon="alert" title={words.forgets}>
          {words.forgetsText}
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
          title={out ? words.signedOut : words.revoked}
          action={<Button to={to}>{words.signIn}</Button>}
        >
          {out ? marksWords.safe(state.changes) : words.revokedText}
        </Banner>
      );
    }
    case "needsYou": {
      const [first] = kept?.undecided ?? [];
      return (
        <Banner
          tone="bad"
          icon="alert"
          title={words.needsYou(state.days, state.of)}
          action={
            <Button to={first ? `/dashboard/home?week=${mondayOf(first)}&decide` : "/dashboard/home"}>
              {words.decide}
            </Button>
          }
        >
          {first ? words.twoDevices : words.notTaken}
        </Banner>
      );
    }
    case "closing":
      return (
        <Banner tone="warn" icon="clock" title={words.closesSoon(longDay(state.date), clockAt(state.at - 60_000))}>
          {words.closesSoonText}
        </Banner>
      );
    case "unsent":
      return (
        <Banner tone="off" icon="cloudup" title={words.unsent(state.changes)} action={seeIt}>
          <Age of={state.age} say={words.unsentFor} />
        </Banner>
      );
    case "waiting":
      return (
        <Banner tone="sync" icon="cloudup" title={words.waiting(state.changes)} action={seeIt}>
          <Age of={state.age} say={words.waitingFor} />
        </Banner>
      );
    case "late":
      return (
        <Banner
          tone="warn"
          icon="cloudup"
          title={words.late(state.changes)}
          action={<Button onClick={openStatus}>{words.copy}</Button>}
        >
          <Age of={state.age} say={words.lateText} />
        </Banner>
      );
    case "full":
      return (
        <Banner tone="warn" icon="alert" title={words.full} action={seeIt}>
          {words.fullText(state.changes)}
        </Banner>
      );
    case "offline":
      return (
        <Banner tone="off" icon="off" title={words.offline}>
          {kept?.menuAt
            ? (signedIn ? words.offlineText : words.offlineVisitor)(momentAt(kept.menuAt, now))
            : words.offlineNothing}
        </Banner>
      );
    case "retry":
      return <Retry at={state.at} />;
    case "sending":
      return <Sending left={state.changes} kept={kept} />;
    case "slow":
      return (
        <Banner tone="sync" icon="sync">
          {words.slow}
        </Banner>
      );
  }
}

function Sending({ left, kept }: { left: number; kept?: Kept }) {
  const most = useRef(left);
  most.current = Math.max(most.current, left);
  const of = most.current;
  const op = kept?.ops[0]?.a;
  const meal = op?.items[0] && kept?.mealOf(op.items[0].meal)?.name;
  return (
    <Banner tone="sync" icon="sync" title={words.sending(of - left + 1, of)} progress={(of - left + 0.5) / of}>
      {op && joined([dayAndDate(op.date), meal])}
    </Banner>
  );
}

/** The growing age is for the eye; a screen reader reads the sentence once, not every minute. */
const Age = ({ of, say }: { of: number; say: (age: string) => string }) => (
  <span aria-live="off">{say(words.age(of))}</span>
);

/** The countdown is for the eye; a screen reader reads the sentence once, not every second. */
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
      title={words.retry}
      action={
        <Button busy={busy} onClick={tryNow}>
          {words.tryNow}
        </Button>
      }
    >
      <span aria-live="off">{words.retryIn(seconds)}</span>
    </Banner>
  );
}

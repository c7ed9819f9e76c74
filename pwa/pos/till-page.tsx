import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { ErrorPage } from "#pwa/app/error-page";
import { UpdateReady } from "#pwa/app/update-ready";
import { posWords } from "#pwa/i18n/pos";
import { OpenDrawer } from "#pwa/pos/open-drawer";
import { PairScreen } from "#pwa/pos/pair-screen";
import { PaperTray } from "#pwa/pos/paper-tray";
import { Shop } from "#pwa/pos/shop";
import { startTill, stopTill, useTill } from "#pwa/pos/till";
import { TillNotice } from "#pwa/pos/till-notice";
import { UnknownTill } from "#pwa/pos/unknown-till";
import { useKept } from "#pwa/pos/use-kept";
import { useSelling } from "#pwa/pos/use-selling";
import "#pwa/pos/till.css";

/** The till on a tablet. It is paired once, belongs to no person's session and sells all day offline. */
export function TillPage() {
  const { orderId } = useParams();
  useEffect(() => {
    void startTill();
    return stopTill;
  }, []);
  const selling = useSelling();
  return (
    <>
      <div className="till-update">{!selling && <UpdateReady />}</div>
      <ErrorPage>
        <main id="main" className="till" tabIndex={-1}>
          <Screen orderId={orderId} />
        </main>
        <PaperTray />
      </ErrorPage>
    </>
  );
}

function Screen({ orderId }: { orderId?: string }) {
  const { phase, db } = useTill();
  const kept = useKept(db);
  const [pairing, setPairing] = useState<number>();
  const reload = { label: posWords.reload, press: () => window.location.reload() };
  if (phase === "stuck") return <TillNotice title={posWords.stuck} text={posWords.stuckText} action={reload} />;
  if (phase === "newer") return <TillNotice title={posWords.newer} text={posWords.newerText} action={reload} />;
  if (phase === "elsewhere") {
    const here = { label: posWords.useHere, press: () => void startTill({ steal: true }) };
    return <TillNotice title={posWords.elsewhere} text={posWords.elsewhereText} action={here} />;
  }
  if (!db || !kept) return <TillNotice title={posWords.opening} busy />;
  if (!kept.identity || kept.revoked) return <PairScreen db={db} kept={kept} />;
  if (kept.unknown && kept.unknown === pairing) {
    return <PairScreen db={db} kept={kept} onBack={() => setPairing(undefined)} />;
  }
  return (
    <>
      {kept.unknown && <UnknownTill db={db} onPair={() => setPairing(kept.unknown)} />}
      {kept.shift ? (
        <Shop db={db} kept={kept} identity={kept.identity} shift={kept.shift} orderId={orderId} />
      ) : (
        <OpenDrawer db={db} kept={kept} />
      )}
    </>
  );
}

import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { posWords } from "#pwa/i18n/pos";
import { UpdateReady } from "#pwa/shell/update-ready";
import { OpenDrawer } from "#pwa/till/open-drawer";
import { PairScreen } from "#pwa/till/pair-screen";
import { PrintedPaper } from "#pwa/till/printed-paper";
import { Shop } from "#pwa/till/shop";
import { StoppedTill } from "#pwa/till/stopped-till";
import { startTill, stopTill, useTill } from "#pwa/till/till";
import { TillNotice } from "#pwa/till/till-notice";
import { UnknownTill } from "#pwa/till/unknown-till";
import { useKept } from "#pwa/till/use-kept";
import { useSelling } from "#pwa/till/use-selling";
import { ErrorPage } from "#pwa/ui/error-page";
import "#pwa/till/till.css";
import "#pwa/till/till-sale.css";
import "#pwa/till/drawer.css";
import "#pwa/till/till-sizes.css";

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
        <div className="till">
          <Screen orderId={orderId} />
        </div>
        <PrintedPaper />
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
  if (kept.stopped) return <StoppedTill db={db} kept={kept} />;
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

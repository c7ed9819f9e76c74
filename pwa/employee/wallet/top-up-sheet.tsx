import { useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ulid } from "ulid";
import { amountOf, topUp } from "#pwa/employee/wallet/top-up";
import { formatAed, formatShort } from "#pwa/i18n/amounts";
import { walletWords } from "#pwa/i18n/wallet";
import { useOffline } from "#pwa/offline/sync/use-offline";
import { CardChoice, type CardSelection } from "#pwa/payment/card-choice";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Chip } from "#pwa/ui/chip";
import { Field } from "#pwa/ui/field";
import { Icon } from "#pwa/ui/icon";
import { Sheet } from "#pwa/ui/sheet";

const words = walletWords;
const usual = [5000, 10_000, 20_000, 50_000];

/** How much, and by which card; then the card page. */
export function TopUpSheet({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const offline = useOffline();
  const legend = useId();
  const [typed, setTyped] = useState("100");
  const [touched, setTouched] = useState(false);
  const [selection, setSelection] = useState<CardSelection>({});
  const [busy, setBusy] = useState(false);
  const [underway, setUnderway] = useState("");
  const [trouble, setTrouble] = useState("");
  const left = useRef<string>(undefined);
  const amount = amountOf(typed);
  const meant = useRef({ what: "", key: "" });

  // Back from the card page by the browser's back button: the page wakes up as it was left.
  useEffect(() => {
    const woken = (event: PageTransitionEvent) => {
      if (event.persisted && left.current) navigate(`/payment/${left.current}`, { replace: true });
    };
    window.addEventListener("pageshow", woken);
    return () => window.removeEventListener("pageshow", woken);
  }, [navigate]);

  const pay = async () => {
    setTouched(true);
    if (busy || amount === undefined) return;
    setBusy(true);
    setTrouble("");
    const what = JSON.stringify([amount, selection]);
    if (meant.current.what !== what) meant.current = { what, key: ulid() };
    const result = await topUp({ amount, key: meant.current.key, ...selection });
    if (result.outcome === "card") {
      left.current = result.intent;
      return; // busy until the browser has left
    }
    setBusy(false);
    if (result.outcome === "busy") setUnderway(result.intent);
    else if (result.outcome === "offline") setTrouble(words.offline);
    else {
      setTrouble(result.message);
      if (result.reason === "card_gone") setSelection({});
    }
  };

  const wrong = touched && amount === undefined;
  return (
    <Sheet
      open
      title={words.sheet}
      onClose={onClose}
      footer={
        <>
          {(trouble || offline) && (
            <p className="help err" role="alert">
              <Icon name="err" size="s" />
              <span>{trouble || words.offline}</span>
            </p>
          )}
          <Button look="pri" size="lg" full icon="lock" busy={busy} disabled={offline || underway !== ""} onClick={pay}>
            {busy ? words.leaving : words.pay(formatAed(amount ?? 0))}
          </Button>
        </>
      }
    >
      <div className="topup col g5">
        {underway && (
          <Banner
            tone="warn"
            icon="clock"
            title={words.underway}
            round
            action={
              <Button look="soft" to={`/payment/${underway}`}>
                {words.toUnderway}
              </Button>
            }
          >
            {words.underwayText}
          </Banner>
        )}
        <div role="group" aria-labelledby={legend}>
          <h3 className="h3" id={legend}>
            {words.amount}
          </h3>
          <div className="row g2 wrap mt3">
            {usual.map((fils) => (
              <Chip key={fils} on={amount === fils} disabled={busy} onClick={() => setTyped(String(fils / 100))}>
                {formatShort(fils)}
              </Chip>
            ))}
          </div>
          <div className="mt3">
            <Field
              label={words.otherAmount}
              help={words.range}
              error={wrong ? words.wrong : undefined}
              value={typed}
              inputMode="decimal"
              autoComplete="off"
              maxLength={7}
              disabled={busy}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setTouched(true)}
            />
          </div>
        </div>
        <CardChoice selection={selection} onSelect={setSelection} busy={busy} />
      </div>
    </Sheet>
  );
}

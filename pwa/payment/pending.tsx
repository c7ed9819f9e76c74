import { useState } from "react";
import { errorsWords } from "#pwa/i18n/errors";
import { paymentWords } from "#pwa/i18n/payment";
import { clockAt } from "#pwa/i18n/say-day";
import { Offline } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Intent } from "#pwa/offline/wire";
import { checkIntent } from "#pwa/payment/intent";
import { Result } from "#pwa/payment/result";
import { statusChip } from "#pwa/payment/status-chip";
import { submitForm } from "#pwa/payment/submit-form";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";

const words = paymentWords;

/**
 * Shows a payment that the bank has not answered yet. While the card page is open nobody knows whether a card was entered, so
 * the bank is not named as what holds it up. The page polls by itself, so that the person does not pay twice.
 */
export function Pending({ intent, offline }: { intent: Intent; offline: boolean }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  const now = useServerNow();
  const { text, ...look } = statusChip("Payment Pending");
  const steps = words.stepsOf[intent.purpose ?? ""] ?? { saved: words.steps.saved, last: words.steps.kitchen };
  const expires = Date.parse(intent.expires_at);
  const form = intent.form && expires > now ? intent.form : undefined;
  const check = () => {
    setBusy(true);
    setMessage("");
    checkIntent(intent.id)
      .then(
        () => setMessage(words.checkedNow),
        (cause: unknown) => setMessage(cause instanceof Offline ? words.stillOffline : errorsWords.unknown),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Result
      sign={
        <div className={`spin${offline ? " still" : ""}`}>
          <Icon name={offline ? "off" : "clock"} />
        </div>
      }
      title={offline ? words.offlineTitle : form ? words.unpaid : words.waiting}
      lead={<p role="status">{offline ? words.offline : form ? words.unpaidText : words.waitingText}</p>}
      status={<StatusChip {...look}>{text}</StatusChip>}
      actions={
        <>
          {form && !offline && (
            <Button look="pri" size="lg" full icon="card" onClick={() => submitForm(form)}>
              {words.continue}
            </Button>
          )}
          <Button look="out" size="lg" full icon="sync" busy={busy} onClick={check}>
            {words.checkNow}
          </Button>
          <Button look="ghost" full to="/dashboard/home">
            {words.backToWeek}
          </Button>
        </>
      }
    >
      <ol className="card pad timeline mt6">
        <li>
          <span className="good">
            <Icon name="okc" />
          </span>
          <span className="grow">{steps.saved}</span>
        </li>
        <li>
          <span className="good">
            <Icon name="okc" />
          </span>
          <span className="grow">
            {words.steps.sent}
            {form && <span className="sm t2 blk">{words.openUntil(clockAt(expires))}</span>}
          </span>
        </li>
        <li>
          <span className="wait">
            <Icon name="clock" />
          </span>
          <span className="grow b">
            {words.steps.confirms}
            {!offline && <span className="sm t2 blk">{words.steps.checking}</span>}
          </span>
        </li>
        <li className="t3">
          <Icon name={intent.purpose === "topup" ? "wallet" : "plate"} />
          <span className="grow">{steps.last}</span>
        </li>
      </ol>
      <p className="sm t2 center mt3 told" role="status">
        {message}
      </p>
    </Result>
  );
}

import { useState } from "react";
import { errorsWords } from "#pwa/i18n/faults";
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

const said = paymentWords;

/** Shows a payment that the bank has not answered yet. The page polls by itself, so that the person does not pay twice. */
export function Pending({ intent, offline }: { intent: Intent; offline: boolean }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  const now = useServerNow();
  const { text, ...look } = statusChip("Payment Pending");
  const steps = said.stepsOf[intent.purpose ?? ""] ?? { saved: said.steps.saved, last: said.steps.kitchen };
  const expires = Date.parse(intent.expires_at);
  const form = intent.form && expires > now ? intent.form : undefined;
  const check = () => {
    setBusy(true);
    setMessage("");
    checkIntent(intent.id)
      .then(
        () => setMessage(said.checkedNow),
        (cause: unknown) => setMessage(cause instanceof Offline ? said.stillOffline : errorsWords.unknown),
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
      title={offline ? said.offlineTitle : said.waiting}
      lead={<p role="status">{offline ? said.offline : said.waitingText}</p>}
      status={<StatusChip {...look}>{text}</StatusChip>}
      actions={
        <>
          {form && !offline && (
            <Button look="pri" size="lg" full icon="card" onClick={() => submitForm(form)}>
              {said.continue}
            </Button>
          )}
          <Button look="out" size="lg" full icon="sync" busy={busy} onClick={check}>
            {said.checkNow}
          </Button>
          <Button look="ghost" full to="/dashboard/home">
            {said.backToWeek}
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
            {said.steps.sent}
            {form && <span className="sm t2 blk">{said.openUntil(clockAt(expires))}</span>}
          </span>
        </li>
        <li>
          <span className="wait">
            <Icon name="clock" />
          </span>
          <span className="grow b">
            {said.steps.confirms}
            {!offline && <span className="sm t2 blk">{said.steps.checking}</span>}
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

import { useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
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
 * Shows a payment without an outcome: not paid yet while the card page is open, and waiting for the bank once the provider has
 * reported a card. The page polls by itself, so that the person does not pay twice.
 */
export function Pending({ intent, offline }: { intent: Intent; offline: boolean }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  const now = useServerNow();
  const { text, ...look } = statusChip("Payment Pending");
  const steps = words.stepsOf[intent.purpose ?? ""] ?? { saved: words.steps.saved, last: words.steps.kitchen };
  const expires = Date.parse(intent.expires_at);
  const form = intent.form && expires > now && !intent.tried ? intent.form : undefined;
  const [title, lead] = offline
    ? [words.offlineTitle, words.offline]
    : intent.tried
      ? [words.waiting, words.waitingText]
      : form
        ? [words.unpaid, words.unpaidText]
        : [words.over, words.overText];
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
      title={title}
      lead={<p role="status">{lead}</p>}
      status={<StatusChip {...look}>{text}</StatusChip>}
      actions={
        <>
          {form && !offline && (
            <>
              <Button look="pri" size="lg" full icon="card" onClick={() => submitForm(form)}>
                {words.payNow(formatAed(intent.amount))}
              </Button>
              <p className="sm t2 center">{words.openFor(Math.ceil((expires - now) / 60_000))}</p>
            </>
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
          <span className={form ? "wait" : "good"}>
            <Icon name={form ? "clock" : "okc"} />
          </span>
          <span className={form ? "grow b" : "grow"}>
            {form ? words.steps.pay : words.steps.sent}
            {form && <span className="sm t2 blk">{words.openUntil(clockAt(expires))}</span>}
          </span>
        </li>
        <li className={form && "t3"}>
          <span className={form ? undefined : "wait"}>
            <Icon name="clock" />
          </span>
          <span className={form ? "grow" : "grow b"}>
            {words.steps.confirms}
            {!offline && !form && <span className="sm t2 blk">{words.steps.checking}</span>}
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

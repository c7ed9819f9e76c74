import { useState } from "react";
import { Link } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { joined } from "#pwa/i18n/joined";
import { kitchenMoneyWords } from "#pwa/i18n/kitchen";
import type { AttemptRow } from "#pwa/office/kitchen";
import { sayWhen } from "#pwa/office/say-when";
import { StateChip } from "#pwa/office/state-chip";
import { SettleAttempt } from "#pwa/office/support/settle-attempt";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { Button } from "#pwa/ui/button";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenMoneyWords;

type Props = { attempt: AttemptRow; person?: boolean; onDone: () => void };

/** One try to take money, a way to ask the provider about it once more, and to say what it does not say itself. */
export function AttemptLine({ attempt, person, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await call("POST", `/api/kitchen/attempts/${attempt.id}/ask`)
      .then(() => toasts.info(words.asked))
      .catch(() => undefined);
    setBusy(false);
  };
  return (
    <li className="li kattempt">
      <span className="grow">
        <span className="row wrap g2">
          <b className="num">{formatAed(attempt.amount)}</b>
          <span>{words.purposes[attempt.purpose] ?? attempt.purpose}</span>
          <StateChip state={attempt.status} words={words.states} />
        </span>
        {person && (
          <Link className="kline" to={`/kitchen/people/${attempt.profile_id}`}>
            {joined([attempt.name, attempt.company_name])}
          </Link>
        )}
        <span className="sm t2 kline">
          {dotted([
            sayWhen(attempt.created_at),
            attempt.card && words.card(attempt.card),
            attempt.reason && (words.reasons[attempt.reason] ?? attempt.reason),
          ])}
        </span>
        <span className="xs t3 kcode">{dotted([attempt.reference, attempt.fort_id])}</span>
        {attempt.returned > 0 && <span className="sm kline">{words.returned(formatAed(attempt.returned))}</span>}
        {attempt.returning > 0 && <span className="sm kline">{words.returning(formatAed(attempt.returning))}</span>}
        {attempt.instead > 0 && <span className="sm kline">{words.instead(formatAed(attempt.instead))}</span>}
      </span>
      {attempt.status !== "paid" && (
        <Button look="out" icon="sync" busy={busy} onClick={() => void ask()}>
          {words.ask}
        </Button>
      )}
      {attempt.status === "open" && Date.parse(attempt.expires_at) < serverNow() && (
        <SettleAttempt id={attempt.id} onDone={onDone} />
      )}
    </li>
  );
}

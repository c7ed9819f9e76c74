import { useState } from "react";
import { TillLimit } from "#pwa/company/counters/till-limit";
import { useActing } from "#pwa/company/counters/use-acting";
import { act, type Office } from "#pwa/company/counters/use-office";
import { formatAed } from "#pwa/i18n/amounts";
import { countersWords } from "#pwa/i18n/counters";
import { dotted } from "#pwa/i18n/dotted";
import { momentAt } from "#pwa/i18n/say-day";
import type { TillSeen } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Sheet } from "#pwa/ui/sheet";
import { StatusChip } from "#pwa/ui/status-chip";

const words = countersWords;
/** When a tablet counts as silent, ms: one that sells sends far more often. */
const silentAfter = 24 * 3_600_000;

type Props = { office: Office; tills: TillSeen[]; now: number; onDone: () => Promise<void> };

/** The tablets: their place, when the server last had a request from each, and what each has not sent. */
export function TillList({ office, tills, now, onDone }: Props) {
  const [revoking, setRevoking] = useState<TillSeen>();
  const [limiting, setLimiting] = useState<TillSeen>();
  const { busy, message, acting } = useActing();
  const operator = office.base === "/api/kitchen/pos";
  const serve = (till: TillSeen) =>
    acting(till.id, async () => {
      await act(office, `/till/${till.id}/everyone`, { everyone: !till.everyone });
      await onDone();
      return undefined;
    });
  const revoke = (till: TillSeen) =>
    acting(till.id, async () => {
      await act(office, `/till/${till.id}/revoke`);
      setRevoking(undefined);
      await onDone();
      return undefined;
    });
  return (
    <section className="mt6" aria-labelledby="tills">
      <h2 className="h3" id="tills">
        {words.tills}
      </h2>
      {tills.length === 0 ? (
        <div className="mt3">
          <EmptyState icon="card" title={words.none}>
            {words.noneText}
          </EmptyState>
        </div>
      ) : (
        <ul className="card list mt3">
          {tills.map((till) => (
            <li className="li tillrow" key={till.id}>
              <span className="grow">
                <span className="m blk">{dotted([till.prefix, till.name])}</span>
                <span className="sm t2 blk" dir="auto">
                  {operator ? words.at(till.company, till.place) : till.place}
                </span>
                <span className="sm t2 blk">
                  {dotted([
                    words.seen(momentAt(Date.parse(till.seen_at), now)),
                    till.sold_at ? words.sold(momentAt(Date.parse(till.sold_at), now)) : words.soldNothing,
                    words.receipts(till.prefix, till.last_receipt),
                  ])}
                </span>
                <span className="sm t2 blk">
                  {dotted([
                    till.everyone ? words.everyone : words.ownOnly,
                    till.offline_limit > 0 ? words.limit(formatAed(till.offline_limit)) : words.limitNone,
                  ])}
                </span>
                <span className="marks">
                  <State till={till} now={now} />
                  {till.first_missing > 0 && (
                    <StatusChip tone="warn" icon="alert">
                      {words.missing(till.prefix, till.first_missing)}
                    </StatusChip>
                  )}
                  {till.quarantined > 0 && (
                    <StatusChip tone="bad" icon="alert">
                      {words.waits(till.quarantined)}
                    </StatusChip>
                  )}
                </span>
              </span>
              {!till.revoked_at && (
                <span className="acts">
                  {operator && (
                    <Button
                      look="ghost"
                      busy={busy === till.id}
                      aria-label={till.everyone ? words.toOwnOf(till.name) : words.toEveryoneOf(till.name)}
                      onClick={() => void serve(till)}
                    >
                      {till.everyone ? words.toOwn : words.toEveryone}
                    </Button>
                  )}
                  {operator && (
                    <Button look="ghost" aria-label={words.limitOf(till.name)} onClick={() => setLimiting(till)}>
                      {words.limitChange}
                    </Button>
                  )}
                  <Button look="ghost" aria-label={words.revokeOf(till.name)} onClick={() => setRevoking(till)}>
                    {words.revoke}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!revoking && message && (
        <p className="sm t2 mt2" role="status">
          {message}
        </p>
      )}
      <Sheet
        kind="alert"
        open={revoking !== undefined}
        title={words.revokeTitle}
        onClose={() => setRevoking(undefined)}
        footer={
          revoking && (
            <div className="col g2 mt6">
              <Button look="danger" size="lg" full busy={busy === revoking.id} onClick={() => void revoke(revoking)}>
                {words.revoke}
              </Button>
              <Button look="ghost" full data-first onClick={() => setRevoking(undefined)}>
                {words.keep}
              </Button>
            </div>
          )
        }
      >
        <p className="t2 mt2">{revoking && words.revokeText(revoking.name)}</p>
        <p className="sm mt2" role="status">
          {message}
        </p>
      </Sheet>
      {limiting && (
        <TillLimit
          office={office}
          till={limiting}
          onClose={() => {
            setLimiting(undefined);
            void onDone();
          }}
        />
      )}
    </section>
  );
}

function State({ till, now }: { till: TillSeen; now: number }) {
  if (till.revoked_at)
    return (
      <StatusChip tone="mute" icon="lock">
        {words.revoked}
      </StatusChip>
    );
  const silent = now - Date.parse(till.seen_at) > silentAfter;
  return (
    <StatusChip tone={silent ? "warn" : "ok"} icon={silent ? "clock" : "check"}>
      {silent ? words.quiet : words.active}
    </StatusChip>
  );
}

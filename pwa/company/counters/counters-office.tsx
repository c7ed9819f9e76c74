import { type ReactNode, useState } from "react";
import { PairTablet } from "#pwa/company/counters/pair-tablet";
import { QuarantineList } from "#pwa/company/counters/quarantine-list";
import { RecoverReceipts } from "#pwa/company/counters/recover-receipts";
import { SalesTable } from "#pwa/company/counters/sales-table";
import { ShiftList } from "#pwa/company/counters/shift-list";
import { TillList } from "#pwa/company/counters/till-list";
import { type Office, useOffice } from "#pwa/company/counters/use-office";
import { formatAed } from "#pwa/i18n/amounts";
import { countersWords } from "#pwa/i18n/counters";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { Button } from "#pwa/ui/button";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";
import { Segment } from "#pwa/ui/segment";
import "#pwa/company/counters/counters.css";
import "#pwa/ui/letters.css";

const words = countersWords;
const ranges = ["1", "7", "31"] as const;

type Props = { office: Office; more?: (onDone: () => Promise<void>) => ReactNode };

/**
 * Shows and manages counters from a desk: tills, shifts, sales and events that could not be booked. Operators see every
 * company's counters when none is given.
 */
export function CountersOffice({ office, more }: Props) {
  const [range, setRange] = useState<(typeof ranges)[number]>("7");
  const { kept, trouble, again } = useOffice(office, Number(range));
  const [pairing, setPairing] = useState(false);
  const now = useServerNow();
  const mayPair = office.base === "/api/pos" || office.company !== undefined;
  return (
    <div className="counters">
      <div className="row between wrap g3">
        <div>
          <h1>{words.title}</h1>
          <p className="t2">{words.text}</p>
        </div>
        {mayPair && kept && (
          <Button look="pri" icon="plus" onClick={() => setPairing(true)}>
            {words.pair}
          </Button>
        )}
      </div>
      {kept ? (
        <>
          {trouble && (
            <p className="help mt3" role="status">
              <Icon name="off" size="s" />
              <span>{trouble === "offline" ? words.failedOffline : words.failed}</span>
            </p>
          )}
          <TillList office={office} tills={kept.tills.data} now={now} onDone={again} />
          {kept.tills.debts.people > 0 && (
            <p className="help mt3">
              <Icon name="info" size="s" />
              <span>{words.debts(kept.tills.debts.people, formatAed(kept.tills.debts.amount))}</span>
            </p>
          )}
          <QuarantineList office={office} aside={kept.aside} now={now} onDone={again} />
          <div className="row between wrap g3 mt8">
            <h2 className="h3">{words.sales}</h2>
            <Segment
              label={words.shown}
              value={range}
              options={ranges.map((value) => ({ value, label: words.ranges[value] }))}
              onChange={setRange}
            />
          </div>
          <SalesTable sales={kept.sales.data} tills={kept.tills.data} />
          <ShiftList office={office} shifts={kept.sales.shifts} tills={kept.tills.data} now={now} onDone={again} />
          {more?.(again)}
          <RecoverReceipts office={office} tills={kept.tills.data} onDone={again} />
        </>
      ) : trouble ? (
        <div className="mt4">
          <ErrorBox title={words.failed} onRetry={() => void again()}>
            {trouble === "offline" && words.failedOffline}
          </ErrorBox>
        </div>
      ) : (
        <Loading className="col g3 mt4" heights={["120px", "320px"]} />
      )}
      {pairing && kept && (
        <PairTablet
          office={office}
          places={kept.tills.places}
          onClose={() => {
            setPairing(false);
            void again();
          }}
        />
      )}
    </div>
  );
}

import { shiftWords } from "#pwa/i18n/pos";
import { expectedIn } from "#pwa/till/drawer";
import { print } from "#pwa/till/print";
import { ReportPaper } from "#pwa/till/report-paper";
import { sayDifference } from "#pwa/till/say-difference";
import { sayMoment } from "#pwa/till/say-time";
import type { TillDb } from "#pwa/till/till-db";
import { type Kept, useToday } from "#pwa/till/use-kept";
import { useLive } from "#pwa/till/use-live";
import { Button } from "#pwa/ui/button";

/** What became of the drawer that was closed last, and its report for the files. */
export function LastDrawer({ db, kept }: { db: TillDb; kept: Kept }) {
  const last = useLive(async () => (await db.shifts.orderBy("openedAt").last()) ?? null, [db]);
  const { today } = useToday(kept.clockOffset);
  if (!last?.closedAt || last.counted === undefined) return null;
  return (
    <div className="till-count col g3">
      <p className="sm">
        <b>{shiftWords.closedAt(last.who, sayMoment(last.closedAt, today))}</b>
        <br />
        {sayDifference(last.counted - expectedIn(last))}
      </p>
      <Button look="out" onClick={() => print(<ReportPaper shifts={[last]} terms={kept.terms} />)}>
        {shiftWords.print}
      </Button>
    </div>
  );
}

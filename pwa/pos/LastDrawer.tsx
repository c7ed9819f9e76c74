import { expectedIn } from "#pwa/pos/drawer";
import { print } from "#pwa/pos/print";
import { ReportPaper } from "#pwa/pos/ReportPaper";
import { sayDifference } from "#pwa/pos/sayDifference";
import { sayMoment } from "#pwa/pos/sayTime";
import type { TillDb } from "#pwa/pos/tillDb";
import { type Kept, useToday } from "#pwa/pos/useKept";
import { useLive } from "#pwa/pos/useLive";
import { Button } from "#pwa/ui/Button";
import { shiftWords } from "#pwa/words/pos";

/** What became of the drawer that was closed last, and its report for the files. */
export function LastDrawer({ db, kept }: { db: TillDb; kept: Kept }) {
  const last = useLive(async () => (await db.shifts.orderBy("openedAt").last()) ?? null, [db]);
  const { today } = useToday(kept.learnt);
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

import { type FormEvent, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { cartWords, shiftWords } from "#pwa/i18n/pos";
import { readAmount } from "#pwa/till/amount";
import { closeShift, expectedIn, sumsOf } from "#pwa/till/drawer";
import { print } from "#pwa/till/print";
import { ReportPaper } from "#pwa/till/report-paper";
import { ReportTable } from "#pwa/till/report-table";
import { sayDifference } from "#pwa/till/say-difference";
import { clock, sendNow } from "#pwa/till/till";
import type { Shift, TillDb } from "#pwa/till/till-db";
import type { Kept } from "#pwa/till/use-kept";
import { useLive } from "#pwa/till/use-live";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Segment } from "#pwa/ui/segment";
import { Sheet } from "#pwa/ui/sheet";

type Props = { db: TillDb; kept: Kept; shift: Shift; today: string; onClose: () => void };

/** The takings of this shift and of this day, by meal and by means of payment; and the count that ends the shift. */
export function DrawerReport({ db, kept, shift, today, onClose }: Props) {
  const all = useLive(() => db.shifts.where("openedAt").above(0).toArray(), [db]);
  const ofDay = all?.filter(({ day, till }) => day === today && till === shift.till) ?? [];
  const [scope, setScope] = useState<"shift" | "day">("shift");
  const [closing, setClosing] = useState(false);
  const shifts = scope === "shift" || ofDay.length === 0 ? [shift] : ofDay;
  const table = <ReportTable sums={sumsOf(shifts)} shift={scope === "shift" ? shift : undefined} />;
  const toPaper = () => print(<ReportPaper shifts={shifts} terms={kept.terms} />);
  return (
    <Sheet
      open
      kind="wide"
      title={shiftWords.report}
      onClose={onClose}
      footer={
        closing ? undefined : (
          <div className="row g3">
            <Button look="out" onClick={toPaper}>
              {shiftWords.print}
            </Button>
            <Button look="pri" className="grow" onClick={() => setClosing(true)}>
              {shiftWords.close}
            </Button>
          </div>
        )
      }
    >
      {closing && <CountDrawer db={db} shift={shift} onPrint={toPaper} />}
      <Segment
        label={shiftWords.report}
        value={scope}
        options={[
          { value: "shift", label: shiftWords.thisOne },
          { value: "day", label: shiftWords.whole(Math.max(1, ofDay.length)) },
        ]}
        onChange={setScope}
      />
      {table}
    </Sheet>
  );
}

function CountDrawer({ db, shift, onPrint }: { db: TillDb; shift: Shift; onPrint: () => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const counted = readAmount(typed);
  const difference = counted === null ? null : counted - expectedIn(shift);
  const close = async (event: FormEvent) => {
    event.preventDefault();
    if (counted === null) return setError(shiftWords.needsAmount);
    await closeShift(db, clock, counted).then(
      () => void sendNow(),
      () => setError(cartWords.notSaved),
    );
  };
  return (
    <form className="card till-count col g3" noValidate onSubmit={(event) => void close(event)}>
      <dl className="dl">
        <div>
          <dt>{shiftWords.expected}</dt>
          <dd>{formatAed(expectedIn(shift))}</dd>
        </div>
      </dl>
      <Field
        label={shiftWords.counted}
        value={typed}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      <p className="sm" role="status">
        {difference === null ? "" : sayDifference(difference)}
      </p>
      <div className="row g3">
        <Button look="out" onClick={onPrint}>
          {shiftWords.print}
        </Button>
        <Button type="submit" look="pri" className="grow">
          {shiftWords.confirm}
        </Button>
      </div>
    </form>
  );
}

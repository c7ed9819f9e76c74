import { useParams, useSearchParams } from "react-router";
import { productionWords as words } from "#pwa/i18n/production";
import { longDate } from "#pwa/i18n/say-day";
import { HandOver } from "#pwa/office/production/hand-over";
import { PaperButtons } from "#pwa/office/production/paper-buttons";
import { RefusedMarks } from "#pwa/office/production/refused-marks";
import { ToCook } from "#pwa/office/production/to-cook";
import { useLocking } from "#pwa/office/production/use-locking";
import { useProduction } from "#pwa/office/production/use-production";
import { sayWhen } from "#pwa/office/say-when";
import { Pending } from "#pwa/office/troubled";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { Production } from "#pwa/offline/wire";
import { BackButton } from "#pwa/ui/back-button";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Segment } from "#pwa/ui/segment";

/** One date: what is cooked of it, its papers, and who got theirs. */
export function ProductionDay() {
  const { date = "" } = useParams();
  const { production, at, waiting, refused, trouble, again } = useProduction(date);
  const [search, setSearch] = useSearchParams();
  const view = search.get("view") === "bring" ? "bring" : "cook";
  if (!production)
    return <Pending trouble={trouble} again={() => void again()} className="col g3" heights={["72px", "220px"]} />;
  const { totals } = production;
  return (
    <>
      <BackButton otherwise="/kitchen/production" />
      <h1>{longDate(date)}</h1>
      <p className="t2 mt2 num">
        {words.sums(totals.meals, totals.people, totals.places)}
        {production.mark && <b className="kmark">{production.mark}</b>}
      </p>
      {trouble && at > 0 && <p className="help">{words.seen(sayWhen(new Date(at).toISOString()))}</p>}
      <div className="col g3 mt4">
        {waiting > 0 && (
          <Banner tone="off" icon="sync">
            {words.waiting(waiting)}
          </Banner>
        )}
        <RunState production={production} onWritten={() => void again()} />
      </div>
      <RefusedMarks marks={refused} />
      <Papers production={production} onPrinted={() => void again()} />
      <div className="mt4">
        <Segment
          label={words.view}
          value={view}
          options={[
            { value: "cook", label: words.cook },
            { value: "bring", label: words.bring },
          ]}
          onChange={(next) => setSearch(next === "cook" ? {} : { view: next }, { replace: true })}
        />
      </div>
      <div className="mt4">{view === "cook" ? <ToCook {...production} /> : <HandOver {...production} />}</div>
    </>
  );
}

/** Whether what was written down is what orders hold. */
function RunState({ production, onWritten }: { production: Production; onWritten: () => void }) {
  const { runs, reconciled, differs, date, cutoff } = production;
  const { busy, lock } = useLocking(date, onWritten);
  if (runs.length === 0 && Date.parse(cutoff) > serverNow()) return <Banner icon="clock">{words.preview}</Banner>;
  if (reconciled)
    return (
      <Banner tone="okk" icon="check">
        {words.reconciled}
      </Banner>
    );
  return (
    <Banner
      tone="warn"
      icon="alert"
      action={
        <Button look="out" busy={busy} onClick={() => void lock()}>
          {words.write}
        </Button>
      }
    >
      {runs.length === 0 ? (
        words.unwritten
      ) : (
        <>
          <b>{words.differs(differs)}</b> {words.differsText}
        </>
      )}
    </Banner>
  );
}

function Papers({ production: { date, runs }, onPrinted }: { production: Production; onPrinted: () => void }) {
  const names = Object.keys(words.papers).filter((name) => runs.length > 0 || (name !== "labels" && name !== "roll"));
  return (
    <section className="mt4" aria-label={words.print}>
      <PaperButtons date={date} names={names} onPrinted={onPrinted} />
      {runs.length === 0 && <p className="help mt2">{words.early}</p>}
    </section>
  );
}

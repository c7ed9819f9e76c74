import { paperWords } from "#pwa/i18n/pos";
import { sumsOf } from "#pwa/pos/drawer";
import { ReportTable } from "#pwa/pos/report-table";
import type { Shift } from "#pwa/pos/till-db";
import type { TillTerms } from "#pwa/wire";

/** A shift's report on paper, or a whole day's when there are several. */
export const ReportPaper = ({ shifts, terms }: { shifts: Shift[]; terms?: TillTerms }) => (
  <article>
    <h1>{paperWords.report}</h1>
    <p>
      {terms && `${terms.name} · ${terms.place}`}
      <br />
      {shifts[0]?.day} · {[...new Set(shifts.map(({ who }) => who))].join(", ")}
    </p>
    <ReportTable sums={sumsOf(shifts)} shift={shifts.length === 1 ? shifts[0] : undefined} />
  </article>
);

import { dotted } from "#pwa/i18n/dotted";
import { joined } from "#pwa/i18n/joined";
import { paperWords } from "#pwa/i18n/pos";
import type { TillTerms } from "#pwa/offline/wire";
import { sumsOf } from "#pwa/till/drawer";
import { ReportTable } from "#pwa/till/report-table";
import type { Shift } from "#pwa/till/till-db";

/** A shift's report on paper, or a whole day's when there are several. */
export const ReportPaper = ({ shifts, terms }: { shifts: Shift[]; terms?: TillTerms }) => (
  <article>
    <h1>{paperWords.report}</h1>
    <p>
      {terms && dotted([terms.name, terms.place])}
      <br />
      {dotted([shifts[0]?.day, joined([...new Set(shifts.map(({ who }) => who))])])}
    </p>
    <ReportTable sums={sumsOf(shifts)} shift={shifts.length === 1 ? shifts[0] : undefined} />
  </article>
);

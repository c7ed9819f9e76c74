import type { ReactNode } from "react";
import { NumberTable } from "#pwa/company/reports/number-table";
import { locale } from "#pwa/i18n/locale";

export const many = (n: number) => n.toLocaleString(locale);

type Props = {
  title: string;
  text?: ReactNode;
  heads: string[];
  rows: { key: string; cells: ReactNode[] }[];
  foot: ReactNode[];
  /** Replaces the table where there is nothing in it. */
  none?: string;
  save: ReactNode;
};

/** A table of the report, with the button that takes it along. */
export function Figures({ title, text, heads, rows, foot, none, save }: Props) {
  return (
    <section className="card pad">
      <div className="row between wrap">
        <h2 className="h3">{title}</h2>
        {save}
      </div>
      {text && <p className="sm t2">{text}</p>}
      {rows.length === 0 && none ? (
        <p className="mt3">{none}</p>
      ) : (
        <NumberTable label={title} heads={heads} rows={rows} foot={foot} />
      )}
    </section>
  );
}

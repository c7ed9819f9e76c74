import { type ReactNode, useId, useState } from "react";
import { reportWords } from "#pwa/i18n/report";
import { Button } from "#pwa/ui/button";

type Props = {
  title: string;
  text?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
  /** Takes the numbers along. */
  save: ReactNode;
};

/** A picture with its numbers behind it: one tap turns it round, and paper shows both. */
export function Figure({ title, text, chart, table, save }: Props) {
  const [numbers, setNumbers] = useState(false);
  const name = useId();
  return (
    <section className="card figure" aria-labelledby={name}>
      <div className="row between">
        <h2 className="h3" id={name}>
          {title}
        </h2>
        <Button look="ghost" className="turn" onClick={() => setNumbers(!numbers)}>
          {numbers ? reportWords.asChart : reportWords.asTable}
        </Button>
      </div>
      {text && <p className="sm t2">{text}</p>}
      <div className={numbers ? "onpaper" : undefined}>{chart}</div>
      <div className={numbers ? undefined : "onpaper"}>{table}</div>
      {numbers && save}
    </section>
  );
}

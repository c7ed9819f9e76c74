import { useState } from "react";
import { productionWords as words } from "#pwa/i18n/production";
import { callFile } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { saveFile } from "#pwa/ui/save-file";

type Props = {
  date: string;
  /** The number of a change that alone is printed; the whole date without one. */
  run?: number;
  /** Which papers, by their names on the server. */
  names: string[];
  /** Called after a paper was requested: the server has recorded any change by then, also when the download was lost. */
  onPrinted?: () => void;
};

/** Prints papers of a date. */
export function PaperButtons({ date, run, names, onPrinted }: Props) {
  const [busy, setBusy] = useState("");
  const print = async (paper: string) => {
    setBusy(paper);
    try {
      saveFile(await callFile(`/api/kitchen/production/${date}/${paper}${run ? `?run=${run}` : ""}`));
    } catch {
      // The sentence was shown.
    }
    setBusy("");
    onPrinted?.();
  };
  return (
    <div className="row wrap g2">
      {names.map((name) => (
        <Button key={name} look="out" icon="download" busy={busy === name} onClick={() => void print(name)}>
          {words.papers[name]}
        </Button>
      ))}
    </div>
  );
}

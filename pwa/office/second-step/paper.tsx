import { useEffect, useRef, useState } from "react";
import { secondStepWords as words } from "#pwa/i18n/second-step";
import { Button } from "#pwa/ui/button";
import { saveFile } from "#pwa/ui/save-file";

/** The recovery codes, which are shown once. */
export function Paper({ codes, onKept }: { codes: string[]; onKept: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const save = () => {
    const text = [words.fileTitle, "", ...codes, ""].join("\n");
    saveFile({ name: words.file, blob: new Blob([text], { type: "text/plain" }) });
  };
  return (
    <div className="kstep">
      <h1 ref={title} tabIndex={-1}>
        {words.paperTitle}
      </h1>
      <p className="t2 mt2">{words.paperText}</p>
      <div className="card pad mt4">
        <ul className="kpaper" dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row g2 wrap mt4">
          <Button
            look="pri"
            busy={busy}
            onClick={() => {
              setBusy(true);
              void onKept();
            }}
          >
            {words.kept}
          </Button>
          <Button look="out" icon="download" onClick={save}>
            {words.save}
          </Button>
        </div>
      </div>
    </div>
  );
}

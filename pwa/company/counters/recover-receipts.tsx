import { useId, useState } from "react";
import { type Marked, readMarked } from "#pwa/company/counters/marked";
import { useActing } from "#pwa/company/counters/use-acting";
import type { Office } from "#pwa/company/counters/use-office";
import { countersWords } from "#pwa/i18n/counters";
import { errorsWords } from "#pwa/i18n/errors";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import type { TillSeen } from "#pwa/offline/wire";
import { FileField } from "#pwa/online/file-field";
import { Button } from "#pwa/ui/button";

const words = countersWords;
/** Characters: some ten thousand sales. */
const largest = 4_000_000;

type Result = { line: number; what: string; became: string };
type Props = { office: Office; tills: TillSeen[]; onDone: () => Promise<void> };

/**
 * Books what a lost or revoked tablet never sent, from its exported file or from the codes on its receipts, which a
 * scanner types.
 */
export function RecoverReceipts({ office, tills, onDone }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [results, setResults] = useState<Result[]>([]);
  const [trouble, setTrouble] = useState<string>();
  const [progress, setProgress] = useState<string>();
  const { busy, message, acting } = useActing();
  const choose = async (file: File | undefined) => {
    setTrouble(undefined);
    if (!file) return;
    if (file.size > largest) return setTrouble(words.fileTooLarge);
    try {
      const text = await file.text();
      setTyped((before) => (before.trim() ? `${before.trimEnd()}\n${text}` : text));
    } catch {
      setTrouble(words.fileUnread);
    }
  };
  const whatOf = ({ till, kind, receipt }: Marked) => {
    const of = tills.find((one) => one.id === till);
    const name = receipt > 0 ? `${of?.prefix ?? ""}-${receipt}` : of?.name;
    return [words.kinds[kind] ?? words.otherKind, of && name].filter(Boolean).join(" ");
  };
  const recover = () =>
    acting("recover", async () => {
      const { marked, unread } = readMarked(typed);
      const became: Result[] = unread.map(({ line, have, of }) => ({
        line,
        what: words.line(line),
        became: have && of ? words.parts(have, of) : words.notOurs,
      }));
      const left = unread.map(({ text }) => text); // what is not done stays to be checked or sent again
      let booked = 0;
      try {
        for (const [at, one] of marked.entries()) {
          setProgress(words.recovering(at + 1, marked.length));
          try {
            const body = { receipt: one.text };
            const { code, reason } = await call("POST", `${office.base}/recover`, body, { toast: false });
            if (code === 0) booked++;
            const why = code === 0 ? words.isBooked : (words.reasons[reason] ?? reason);
            became.push({ line: one.line, what: whatOf(one), became: why });
          } catch (cause) {
            if (!(cause instanceof Fault) || [401, 403, 429, 503].includes(cause.status)) {
              left.push(...marked.slice(at).map(({ text }) => text));
              throw new Error(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
            }
            left.push(one.text);
            const notOurs = cause.reason === "not_a_receipt" || cause.status === 422;
            became.push({
              line: one.line,
              what: words.line(one.line),
              became: notOurs ? words.notOurs : sentenceFor(cause),
            });
          }
        }
      } finally {
        setResults(became.sort((a, b) => a.line - b.line));
        setTyped(left.join("\n"));
        setProgress(undefined);
        await onDone();
      }
      return words.recovered(booked, became.length);
    });
  return (
    <section className="card pad mt8" aria-labelledby={`${id}-lost`}>
      <h2 className="h3" id={`${id}-lost`}>
        {words.lost}
      </h2>
      <p className="sm t2 mt2">{words.lostText}</p>
      <div className="mt4">
        <FileField
          label={words.file}
          accept=".txt,text/plain"
          trouble={trouble}
          disabled={busy !== ""}
          onChoose={(file) => void choose(file)}
        />
      </div>
      <div className="field mt4">
        <label htmlFor={id}>{words.receiptCodes}</label>
        <textarea
          id={id}
          className="scans"
          rows={4}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          readOnly={busy !== ""} // what is left takes its place afterwards
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="row g3 wrap mt3">
        <Button look="out" busy={busy !== ""} disabled={typed.trim() === ""} onClick={() => void recover()}>
          {words.recover}
        </Button>
        <p className="sm t2" role="status">
          {message}
        </p>
        {progress && <p className="sm t2 num">{progress}</p>}
      </div>
      {results.length > 0 && (
        <ul className="list mt3" aria-label={words.results}>
          {results.map(({ line, what, became }) => (
            <li className="li" key={line}>
              <span className="m grow" dir="auto">
                {what}
              </span>
              <span className="sm t2">{became}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

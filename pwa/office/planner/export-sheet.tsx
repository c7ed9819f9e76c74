import { type FormEvent, useState } from "react";
import { errorsWords } from "#pwa/i18n/errors";
import { exportWords as words } from "#pwa/i18n/planner";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { callFile, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { ErrorLine } from "#pwa/ui/error-line";
import { saveFile } from "#pwa/ui/save-file";
import { Segment } from "#pwa/ui/segment";
import { Sheet } from "#pwa/ui/sheet";

/** Saves what is planned from one day to another as a table, which an import reads again. */
export function ExportSheet({ onClose }: { onClose: () => void }) {
  const today = dateAt(serverNow());
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(addDays(mondayOf(today), 32));
  const [format, setFormat] = useState<"xlsx" | "csv">("xlsx");
  const [book, setBook] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!from || !until || until < from || until > addDays(from, 366)) return setError(words.wrong);
    setError(undefined);
    setBusy(true);
    try {
      const query = new URLSearchParams({ from, until, format, ...(book && { book: "yes" }) });
      saveFile(await callFile(`/api/kitchen/planner/export?${query}`, { toast: false }));
      onClose();
    } catch (cause) {
      setError(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
      setBusy(false);
    }
  };
  return (
    <Sheet open title={words.title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <div className="fields plspan">
          <DateField label={words.from} value={from} onChange={(event) => setFrom(event.target.value)} />
          <DateField label={words.until} value={until} onChange={(event) => setUntil(event.target.value)} />
        </div>
        <div className="mt4">
          <Segment
            label={words.format}
            value={format}
            onChange={setFormat}
            options={[
              { value: "xlsx", label: "XLSX" },
              { value: "csv", label: "CSV" },
            ]}
          />
        </div>
        <div className="mt3">
          <CheckRow checked={book} onChange={setBook}>
            {words.book}
          </CheckRow>
        </div>
        <ErrorLine text={error} className="mt3" />
        <div className="mt6">
          <Button type="submit" look="pri" icon="download" full busy={busy}>
            {words.go}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

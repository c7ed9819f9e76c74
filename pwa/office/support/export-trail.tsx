import { type FormEvent, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { trailExportWords as words } from "#pwa/i18n/trail-export";
import { SheetActions } from "#pwa/office/form-actions";
import { PickCompany } from "#pwa/office/support/pick-company";
import { call, callFile } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { SpanFields } from "#pwa/online/span-fields";
import { addDays, dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { saveFile } from "#pwa/ui/save-file";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";

const most = 366;
/** As long as the server writes an export that is read without a pause. */
const longest = 15 * 60_000;
const keys = "/.well-known/sahn-audit-keys";

/** Exports the trail of some days as a signed file, and says with which key it is verified. */
export function ExportTrail({ onClose }: { onClose: () => void }) {
  const today = dateAt(serverNow());
  const [of, setOf] = useState("operators");
  const [company, setCompany] = useState("");
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`);
  const [until, setUntil] = useState(today);
  const [wrong, setWrong] = useState<{ from?: string; until?: string; company?: string; all?: string }>({});
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ key: string; name: string }>();

  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = {
      from: from ? undefined : words.wrongFrom,
      until: from && (until < from || until >= addDays(from, most)) ? words.wrongUntil(most) : undefined,
      company: of === "company" && !company ? words.missing : undefined,
    };
    setWrong(found);
    if (found.from || found.until || found.company) return;
    setBusy(true);
    try {
      const asked = { from, until, of, company: of === "company" ? company : "" };
      const { id, key } = await call("POST", "/api/kitchen/trail-exports", asked, { toast: false });
      const file = await callFile(`/api/kitchen/trail-exports/${id}`, { toast: false, timeout: longest });
      saveFile(file);
      setMade({ key, name: file.name });
    } catch (cause) {
      setWrong({ all: formTrouble(cause) });
    }
    setBusy(false);
  };

  if (made)
    return (
      <Sheet open title={words.done} onClose={onClose}>
        <div className="col g4">
          <p>{words.doneText}</p>
          <div>
            <b>{words.key}</b>
            <p className="kcode" dir="ltr">
              {made.key}
            </p>
            <p className="sm t2">
              {words.keyText} <a href={keys}>{keys}</a>
            </p>
          </div>
          <div>
            <b>{words.verify}</b>
            <p className="kcode" dir="ltr">
              sahn verify-audit {made.name} --key={made.key}
            </p>
          </div>
          <div className="row g2">
            <Button look="pri" onClick={onClose}>
              {words.close}
            </Button>
          </div>
        </div>
      </Sheet>
    );
  return (
    <Sheet open title={words.title} onClose={onClose}>
      <form noValidate className="col g4" onSubmit={(event) => void make(event)}>
        <p className="t2">{words.text}</p>
        <SelectField label={words.whose} value={of} onChange={(event) => setOf(event.target.value)} data-first>
          {Object.entries(words.of).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {of === "company" && (
          <PickCompany chosen={company} error={wrong.company} onChoose={({ id }) => setCompany(id)} />
        )}
        <SpanFields
          labels={words}
          value={{ from, until }}
          max={today}
          wrong={wrong}
          onChange={(span) => {
            setFrom(span.from);
            setUntil(span.until);
          }}
        />
        <p className="sm t2">{words.recorded}</p>
        <ErrorLine text={wrong.all} />
        <SheetActions icon="download" busy={busy} onClose={onClose}>
          {words.go}
        </SheetActions>
      </form>
    </Sheet>
  );
}

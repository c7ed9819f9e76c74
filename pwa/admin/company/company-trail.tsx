import { type FormEvent, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { companyTrailWords as words } from "#pwa/i18n/company-trail";
import { call, callFile } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { SpanFields } from "#pwa/online/span-fields";
import { addDays, dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { saveFile } from "#pwa/ui/save-file";

const path = "/api/company-trail";
const most = 366;
const keys = "/.well-known/sahn-audit-keys";

/** Exports what was done in the company as a signed file, and says with which key it is verified. Online only. */
export function CompanyTrail() {
  const today = dateAt(serverNow());
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`);
  const [until, setUntil] = useState(today);
  const [wrong, setWrong] = useState<{ from?: string; until?: string; all?: string }>({});
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState<string>();

  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = {
      from: from ? undefined : words.wrongFrom,
      until: from && (until < from || until >= addDays(from, most)) ? words.wrongUntil(most) : undefined,
    };
    setWrong(found);
    if (found.from || found.until) return;
    setBusy(true);
    try {
      const made = await call("POST", path, { from, until }, { toast: false });
      saveFile(await callFile(`${path}/${made.id}`, { toast: false }));
      setKey(made.key);
    } catch (cause) {
      setWrong({ all: formTrouble(cause) });
    }
    setBusy(false);
  };

  return (
    <section className="card pad" aria-labelledby="company-trail">
      <h2 id="company-trail" className="h3">
        {words.card}
      </h2>
      <p className="sm t2 mt2">{words.text}</p>
      <form noValidate className="col g4 mt4" onSubmit={(event) => void make(event)}>
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
        <ErrorLine text={wrong.all} />
        {key && (
          <p className="sm t2" role="status">
            {words.done(key)} {words.keyText} <a href={keys}>{keys}</a>
          </p>
        )}
        <Button type="submit" look="out" icon="download" busy={busy}>
          {words.go}
        </Button>
      </form>
    </section>
  );
}

import { useState } from "react";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { accountingWords as words } from "#pwa/i18n/accounting";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { SaveRow } from "#pwa/office/form-actions";
import type { BooksOverview } from "#pwa/office/kitchen";
import { sayDate, sayMonth } from "#pwa/office/say-when";
import { Pending } from "#pwa/office/troubled";
import { call, callFile } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { saveFile } from "#pwa/ui/save-file";
import { SelectField } from "#pwa/ui/select-field";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";

const path = "/api/kitchen/accounting";
/** The newest months are what is worked on; the others are folded. */
const newest = 3;

/** The journal of each month as a file for bookkeeping, which months are closed, and the accounts that the files name. */
export function Accounting() {
  const { answer, trouble, loading, again } = useAnswer(path);
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      {!answer && <Pending trouble={trouble} again={again} busy={loading} className="mt4" heights={["240px"]} />}
      {answer && (
        <div className="col g4 mt4">
          <Months months={answer.months} onClosed={() => void again()} />
          <Accounts accounts={answer.accounts} />
        </div>
      )}
    </>
  );
}

function Months({ months, onClosed }: { months: BooksOverview["months"]; onClosed: () => void }) {
  const [format, setFormat] = useState("xlsx");
  const [busy, setBusy] = useState("");
  const [failed, setFailed] = useState<string>();
  const [deed, setDeed] = useState<Deed>();
  const save = async (month: string) => {
    setBusy(month);
    setFailed(undefined);
    try {
      saveFile(await callFile(`${path}/${month}/file?format=${format}`, { toast: false }));
    } catch (cause) {
      setFailed(formTrouble(cause));
    }
    setBusy("");
  };
  const line = ({ month, closed_at, closed_by, closable }: BooksOverview["months"][number]) => (
    <li className="li kmonth" key={month}>
      <span className="grow">
        <b>{sayMonth(month)}</b>
        <span className="row wrap g2 kline">
          <StatusChip tone={closed_at ? "ok" : "info"} icon={closed_at ? "lock" : "clock"}>
            {closed_at ? words.closed : words.open}
          </StatusChip>
          {closed_at && <span className="sm t2">{words.by(closed_by, sayDate(closed_at))}</span>}
        </span>
      </span>
      {closable && (
        <Button look="out" onClick={() => setDeed(closing(month))}>
          {words.close}
        </Button>
      )}
      <Button
        look="out"
        icon="download"
        busy={busy === month}
        aria-label={words.downloadOf(sayMonth(month))}
        onClick={() => void save(month)}
      >
        <span className="kwide">{words.download}</span>
      </Button>
    </li>
  );
  if (months.length === 0)
    return (
      <EmptyState icon="receipt" title={words.none}>
        {words.noneText}
      </EmptyState>
    );
  return (
    <section className="card pad col g4" aria-labelledby="months">
      <h2 className="h3" id="months">
        {words.months}
      </h2>
      <SelectField label={words.format} value={format} onChange={(event) => setFormat(event.target.value)}>
        {Object.entries(words.formats).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <ErrorLine text={failed && `${words.failed} ${failed}`} />
      <ul className="list klist">{months.slice(0, newest).map(line)}</ul>
      {months.length > newest && (
        <details className="kpast">
          <summary>{words.earlier(months.length - newest)}</summary>
          <ul className="list klist">{months.slice(newest).map(line)}</ul>
        </details>
      )}
      {deed && <AskFirst deed={deed} onDone={onClosed} onClose={() => setDeed(undefined)} />}
    </section>
  );
}

const closing = (month: string): Deed => ({
  title: words.closeTitle(sayMonth(month)),
  text: words.closeText,
  go: words.close,
  path: `${path}/${month}/close`,
  done: words.closing(sayMonth(month)),
});

function Accounts({ accounts }: { accounts: BooksOverview["accounts"] }) {
  const form = useForm({
    start: Object.fromEntries(
      accounts.flatMap(({ kind, code, name }) => [
        [`code ${kind}`, code],
        [`name ${kind}`, name],
      ]),
    ),
    check: (values) =>
      Object.fromEntries(Object.entries(values).map(([of, typed]) => [of, typed.trim() ? undefined : words.missing])),
    send: async (values) => {
      const set = accounts.map(({ kind }) => ({
        kind,
        code: values[`code ${kind}`] ?? "",
        name: values[`name ${kind}`] ?? "",
      }));
      await call("PUT", path, { accounts: set }, { toast: false });
      toasts.success(words.saved);
    },
  });
  return (
    <details className="card pad kpast kform">
      <summary>{words.accounts}</summary>
      <p className="mt2">{words.accountsText}</p>
      <form {...form.props} className="col g4 mt4">
        {accounts.map(({ kind }) => (
          <fieldset className="kaccount" key={kind}>
            <legend className="lbl">{words.kinds[kind] ?? kind}</legend>
            <Field label={words.code} maxLength={20} dir="ltr" autoComplete="off" {...form.field(`code ${kind}`)} />
            <Field label={words.name} maxLength={80} autoComplete="off" {...form.field(`name ${kind}`)} />
          </fieldset>
        ))}
        <SaveRow form={form} />
      </form>
    </details>
  );
}

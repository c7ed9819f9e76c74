import { useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { bankWords as words } from "#pwa/i18n/bank";
import { dotted } from "#pwa/i18n/dotted";
import { errorsWords } from "#pwa/i18n/errors";
import { base64 } from "#pwa/office/base64";
import type { BankColumns, BankImport } from "#pwa/office/kitchen";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { FileField } from "#pwa/online/file-field";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

const largest = 1_048_576;

/** How a table writes amounts and dates, and the columns that show it. */
const forms: {
  of: "decimal" | "order";
  label: string;
  options: Record<string, string>;
  shown: (keyof BankColumns)[];
}[] = [
  { of: "decimal", label: words.decimal, options: words.decimals, shown: ["credit", "debit", "amount"] },
  { of: "order", label: words.order, options: words.orders, shown: ["date"] },
];

/** Imports a bank's statement: what the dry run showed is kept and opened. A table's columns can be chosen and are remembered. */
export function ImportStatement({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const [file, setFile] = useState<{ name: string; data: string }>();
  const [bank, setBank] = useState("");
  const [columns, setColumns] = useState<BankColumns>();
  const [look, setLook] = useState<BankImport>();
  // What is typed after the dry run is looked at before it is kept.
  const [typed, setTyped] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async (apply?: string) => {
    if (busy || !file) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      const body = {
        file: file.data,
        name: file.name.slice(0, 120),
        bank,
        ...(columns && { columns }),
        ...(apply && { apply }),
      };
      const answer = await call("POST", "/api/kitchen/bank", body, { toast: false, timeout: 60_000 });
      if (apply) {
        toasts.success(words.imported);
        onClose();
        return onDone(answer.id ?? "");
      }
      setLook(answer);
      setTyped(false);
      setBank(answer.bank);
      if (answer.format !== "camt") setColumns(answer.columns);
    } catch (cause) {
      setTrouble(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    }
    setBusy(false);
  };
  const choose = async (chosen: File | undefined) => {
    setTrouble(undefined);
    setLook(undefined);
    setColumns(undefined);
    setFile(undefined);
    if (!chosen) return;
    if (chosen.size > largest) return setTrouble(words.tooLarge);
    try {
      setFile({ name: chosen.name, data: await base64(chosen) });
    } catch {
      setTrouble(words.unread);
    }
  };
  const ready = look && look.errors.length === 0 && !typed ? look : undefined;
  const first = (of: (keyof BankColumns)[]) =>
    dotted(of.map((one) => look?.sample[0]?.[look.headings.indexOf(columns?.[one] ?? "")] ?? ""));
  const set = (of: string, to: string) => {
    if (columns) setColumns({ ...columns, [of]: to });
    setTyped(true);
  };
  const headings = look?.headings.filter((name) => name !== "") ?? [];
  return (
    <Sheet open kind="wide" title={words.add} onClose={onClose}>
      <div className="col g4">
        <FileField
          label={words.file}
          accept=".xml,.csv,.xlsx,text/xml,application/xml,text/csv"
          name={file?.name}
          help={words.fileHelp}
          onChoose={(chosen) => void choose(chosen)}
        />
        {look && (
          <div role="status">
            <p>{words.found(look.lines, look.credits, formatAed(look.came_in))}</p>
            {look.known > 0 && <p className="t2">{words.known(look.known)}</p>}
            <ul>
              {look.errors.map(({ row, what }) => (
                <li key={`${row} ${what}`}>{words.wrong(row, words.errors[what] ?? what)}</li>
              ))}
            </ul>
          </div>
        )}
        {look && headings.length > 0 && (
          <>
            <Field
              label={words.bank}
              help={words.bankHelp}
              value={bank}
              maxLength={60}
              onChange={(event) => {
                setBank(event.target.value);
                setTyped(true);
              }}
            />
            {Object.entries(words.columns).map(([of, label]) => (
              <SelectField
                key={of}
                label={label}
                value={columns?.[of as keyof BankColumns] ?? ""}
                onChange={(event) => set(of, event.target.value)}
              >
                <option value="">{words.noColumn}</option>
                {headings.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
            ))}
            {forms.map(({ of, label, options, shown }) => (
              <div key={of}>
                <SelectField
                  label={label}
                  value={columns?.[of] ?? ""}
                  onChange={(event) => set(of, event.target.value)}
                >
                  {Object.entries(options).map(([value, name]) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </SelectField>
                {first(shown) && <p className="help">{words.firstRow(first(shown))}</p>}
              </div>
            ))}
          </>
        )}
        <ErrorLine text={trouble} />
        <div className="row g2 wrap">
          <Button look={ready ? "out" : "pri"} busy={busy} disabled={!file} onClick={() => void send()}>
            {look ? words.lookAgain : words.look}
          </Button>
          {ready && (
            <Button look="pri" busy={busy} onClick={() => void send(ready.hash)}>
              {words.apply}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

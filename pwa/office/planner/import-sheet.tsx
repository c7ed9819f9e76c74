import { useState } from "react";
import { errorsWords } from "#pwa/i18n/errors";
import { importWords as words } from "#pwa/i18n/planner";
import { base64 } from "#pwa/office/base64";
import { ImportLook } from "#pwa/office/planner/import-look";
import type { ImportLook as Look } from "#pwa/office/planner/planner";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, callFile, Fault } from "#pwa/offline/server";
import { FileField } from "#pwa/online/file-field";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { Icon } from "#pwa/ui/icon";
import { saveFile } from "#pwa/ui/save-file";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

const largest = 2_097_152;

/** Imports a table: exactly what the dry run showed is what is saved. */
export function ImportSheet({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [file, setFile] = useState<{ name: string; data: string }>();
  const [look, setLook] = useState<Look>();
  const [publish, setPublish] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async (publish: boolean, apply?: string) => {
    if (busy || !file) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      const body = { file: file.data, publish, ...(apply !== undefined && { apply }) };
      const answer = await call("POST", "/api/kitchen/planner/import", body, { toast: false, timeout: 60_000 });
      setPublish(publish);
      if (!answer.applied) return setLook(answer);
      toasts.success(words.done);
      onDone();
      onClose();
    } catch (cause) {
      const changed = cause instanceof Fault && cause.reason === "table_changed";
      if (changed) setLook(undefined);
      setTrouble(
        changed
          ? words.tableChanged
          : cause instanceof Fault
            ? (cause.errors?.file?.[0] ?? sentenceFor(cause))
            : errorsWords.offline,
      );
    } finally {
      setBusy(false);
    }
  };
  const template = async () => {
    try {
      saveFile(await callFile("/api/kitchen/planner/export?template=yes&format=xlsx", { toast: false }));
    } catch (cause) {
      setTrouble(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    }
  };
  const choose = async (chosen: File | undefined) => {
    setTrouble(undefined);
    setFile(undefined);
    if (!chosen) return;
    if (chosen.size > largest) return setTrouble(words.tooLarge);
    try {
      setFile({ name: chosen.name, data: await base64(chosen) });
    } catch {
      setTrouble(words.unread);
    }
  };
  const able = look !== undefined && look.errors.length === 0;

  return (
    <Sheet
      open
      kind="wide"
      title={words.title}
      onClose={onClose}
      footer={
        look ? (
          <div className="plways">
            {(able || publish) && (
              <CheckRow checked={publish} onChange={(yes) => void send(yes)}>
                {words.publish}
                <span className="sm t2 kline">{words.publishHelp}</span>
              </CheckRow>
            )}
            <div className="row g2 wrap">
              <Button look="out" onClick={() => setLook(undefined)}>
                {words.other}
              </Button>
              <Button look="pri" busy={busy} disabled={!able} onClick={() => void send(publish, look.hash)}>
                {words.apply}
              </Button>
            </div>
          </div>
        ) : (
          <Button look="pri" full busy={busy} disabled={!file} onClick={() => void send(false)}>
            {busy ? words.looking : words.look}
          </Button>
        )
      }
    >
      {trouble && (
        <p className="banner bad round" role="alert">
          <Icon name="err" size="s" />
          <span>{trouble}</span>
        </p>
      )}
      {look ? (
        <ImportLook look={look} />
      ) : (
        <>
          <p className="t2">{words.text}</p>
          <div className="field mt4">
            <FileField
              label={words.file}
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              name={file?.name}
              help={words.fileHelp}
              onChoose={(chosen) => void choose(chosen)}
            />
            <Button look="soft" icon="download" onClick={() => void template()}>
              {words.template}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}

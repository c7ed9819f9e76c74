import { useState } from "react";
import { ask } from "#pwa/admin/members/ask";
import { InviteLook } from "#pwa/admin/members/invite-look";
import { largest, readFile } from "#pwa/admin/members/read-file";
import { formTrouble } from "#pwa/forms/use-form";
import { membersWords as words } from "#pwa/i18n/members";
import { callFile, Fault } from "#pwa/offline/server";
import type { InviteReply, InviteRequest } from "#pwa/offline/wire";
import { FileField } from "#pwa/online/file-field";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { saveFile } from "#pwa/ui/save-file";
import { Segment } from "#pwa/ui/segment";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

type Way = "text" | "file";

/** Invites one or many people: a dry run of what was pasted or chosen comes first, and exactly its result is applied. */
export function InviteSheet({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const [way, setWay] = useState<Way>("text");
  const [text, setText] = useState("");
  const [file, setFile] = useState<{ name: string; data: string }>();
  const [adding, setAdding] = useState(false);
  const [look, setLook] = useState<InviteReply>();
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async (more: Partial<InviteRequest>) => {
    if (busy) return undefined;
    setBusy(true);
    setTrouble(undefined);
    try {
      const what: InviteRequest = way === "text" ? { text } : { file: file?.data ?? "" };
      return await ask("POST", "/api/members/invite", { ...what, ...(adding && { departments: true }), ...more }, true);
    } catch (cause) {
      const field = cause instanceof Fault ? (cause.errors?.file ?? cause.errors?.text)?.[0] : undefined;
      setTrouble(field ?? formTrouble(cause));
      if (cause instanceof Fault && cause.reason === "list_changed") setLook(undefined);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const check = async (departments = adding) => setLook((await send({ departments })) ?? look);
  const apply = async () => {
    const done = await send({ apply: look?.hash ?? "" });
    if (!done) return;
    toasts.success(words.invited(done.invite + done.let));
    onInvited();
    onClose();
  };
  const choose = async (chosen: File | undefined) => {
    setTrouble(undefined);
    if (!chosen) return;
    if (chosen.size > largest) {
      setFile(undefined);
      setTrouble(words.tooLarge);
      return;
    }
    try {
      setFile({ name: chosen.name, data: await readFile(chosen) });
    } catch {
      setTrouble(words.unread);
    }
  };
  const ready = way === "text" ? text.trim() !== "" : file !== undefined;
  const able = look ? look.invite + look.let : 0;

  return (
    <Sheet
      open
      kind="wide"
      title={words.invite}
      onClose={onClose}
      footer={
        look ? (
          <div className="ways">
            <Button look="out" onClick={() => setLook(undefined)}>
              {words.change}
            </Button>
            <Button look="pri" busy={busy} disabled={able === 0} onClick={() => void apply()}>
              {words.send(able)}
            </Button>
          </div>
        ) : (
          <Button look="pri" full busy={busy} disabled={!ready} onClick={() => void check()}>
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
        <InviteLook
          look={look}
          adding={adding}
          onAdding={(yes) => {
            setAdding(yes);
            void check(yes);
          }}
        />
      ) : (
        <>
          <Segment
            label={words.how}
            value={way}
            onChange={setWay}
            options={[
              { value: "text", label: words.byHand },
              { value: "file", label: words.byFile },
            ]}
          />
          {way === "text" ? (
            <div className="field mt4">
              <label htmlFor="addresses">{words.addresses}</label>
              <textarea
                id="addresses"
                className="inp"
                rows={7}
                dir="ltr"
                maxLength={200_000}
                value={text}
                aria-describedby="addresses-help"
                onChange={(event) => setText(event.target.value)}
              />
              <p className="help" id="addresses-help">
                {words.addressesHelp}
              </p>
            </div>
          ) : (
            <div className="field mt4">
              <FileField
                label={words.file}
                accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
                name={file?.name}
                help={words.fileHelp}
                onChoose={(chosen) => void choose(chosen)}
              />
              <p className="ways">
                {(["xlsx", "csv"] as const).map((format) => (
                  <Button
                    key={format}
                    look="soft"
                    icon="download"
                    onClick={() =>
                      void callFile(`/api/members/file?kind=template&format=${format}`).then(saveFile, () => undefined)
                    }
                  >
                    {words.templates} {format.toUpperCase()}
                  </Button>
                ))}
              </p>
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}

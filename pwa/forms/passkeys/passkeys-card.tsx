import { useCallback, useEffect, useState } from "react";
import { AddPasskey } from "#pwa/forms/passkeys/add-passkey";
import { knowsPasskeys } from "#pwa/forms/passkeys/ceremony";
import { SaveActions } from "#pwa/forms/save-actions";
import { useEditing } from "#pwa/forms/use-editing";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { passkeysWords as words } from "#pwa/i18n/passkeys";
import { rulesWords } from "#pwa/i18n/rules";
import { momentAt } from "#pwa/i18n/say-day";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { Passkey } from "#pwa/offline/wire";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Loading } from "#pwa/ui/loading";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/forms/passkeys/passkeys.css";

const quiet = { toast: false } as const;

type Props = {
  email: string;
  /** The passkeys stand beside an operator's app, and are added with a code of it. */
  operator?: boolean;
};

/** Lists a person's passkeys; adds, renames and removes them. Each change is told by mail. */
export function PasskeysCard({ email, operator = false }: Props) {
  const [all, setAll] = useState<{ data: Passkey[]; on: boolean } | "failed">();
  const { editing, card, open, close } = useEditing();
  const online = useOnline();
  const look = useCallback(
    () =>
      call("GET", "/api/passkeys", undefined, quiet).then(setAll, () =>
        setAll((before) => (typeof before === "object" ? before : ("failed" as const))),
      ),
    [],
  );
  useEffect(() => {
    if (online) void look();
  }, [online, look]);
  const may = typeof all === "object" && all.on && knowsPasskeys();
  return (
    <section className="card pad" ref={card} aria-labelledby="passkeys">
      <h2 className="h3" id="passkeys">
        {words.title}
      </h2>
      <p className="sm t2 mt2">{operator ? words.kitchenText : words.text}</p>
      {all === undefined && !online && <p className="sm t2 mt2">{words.offline}</p>}
      {all === undefined && online && <Loading className="mt4" heights={["60px"]} />}
      {all === "failed" && (
        <div className="mt2">
          <p className="sm t2">{words.failed}</p>
          <Button look="soft" className="mt2" onClick={() => void look()}>
            {words.again}
          </Button>
        </div>
      )}
      {typeof all === "object" && all.data.length > 0 && (
        <ul className="list mt2 passkeys">
          {all.data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onChanged={look} />
          ))}
        </ul>
      )}
      {typeof all === "object" && !may && <p className="sm t2 mt2">{all.on ? words.unknown : words.off}</p>}
      {may &&
        (editing ? (
          <AddPasskey
            email={email}
            operator={operator}
            onDone={async (added) => {
              if (added) await look();
              close();
            }}
          />
        ) : (
          <Button look="out" className="mt4" icon="plus" onClick={open}>
            {words.add}
          </Button>
        ))}
    </section>
  );
}

function Row({ passkey, onChanged }: { passkey: Passkey; onChanged: () => Promise<void> }) {
  const [at, setAt] = useState<"name" | "remove">();
  const [busy, setBusy] = useState(false);
  const now = serverNow();
  const when = (instant: string) => momentAt(Date.parse(instant), now);
  const remove = async () => {
    setBusy(true);
    try {
      await call("DELETE", `/api/passkeys/${passkey.id}`, undefined, quiet);
      toasts.success(words.removed, { text: words.removedText });
    } catch (cause) {
      toasts.error(formTrouble(cause));
    }
    await onChanged();
    setBusy(false);
  };
  return (
    <li className="li">
      <span className="grow">
        <span className="m line">
          <bdi>{passkey.name}</bdi>
        </span>
        <span className="sm t2 line">
          {words.made(when(passkey.made))} {passkey.used ? words.used(when(passkey.used)) : words.unused}
        </span>
      </span>
      {!at && (
        <span className="row wrap g2">
          <Button look="out" aria-label={words.renameOf(passkey.name)} onClick={() => setAt("name")}>
            {words.rename}
          </Button>
          <Button look="out" aria-label={words.removeOf(passkey.name)} onClick={() => setAt("remove")}>
            {words.remove}
          </Button>
        </span>
      )}
      {passkey.stopped && (
        <Banner tone="warn" icon="alert" round>
          {words.stopped}
        </Banner>
      )}
      {at === "name" && (
        <Rename
          passkey={passkey}
          onDone={async (changed) => {
            if (changed) await onChanged();
            setAt(undefined);
          }}
        />
      )}
      {at === "remove" && (
        <div className="passkeyask" role="alertdialog" aria-label={words.removeOf(passkey.name)}>
          <p className="sm">{words.removeText}</p>
          <div className="row wrap g2 mt2">
            <Button look="danger" busy={busy} autoFocus onClick={() => void remove()}>
              {words.remove}
            </Button>
            <Button look="ghost" onClick={() => setAt(undefined)}>
              {formWords.cancel}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: (changed: boolean) => void }) {
  const form = useForm({
    start: { name: passkey.name },
    check: ({ name }) => ({ name: name.trim() ? undefined : rulesWords.missing }),
    send: async ({ name }) => {
      await call("PUT", `/api/passkeys/${passkey.id}`, { name: name.trim() }, quiet);
      onDone(true);
    },
  });
  return (
    <form {...form.props} className="fields passkeyask">
      <Field label={words.name} maxLength={60} autoComplete="off" autoFocus {...form.field("name")} />
      <SaveActions form={form} onDone={() => onDone(false)} />
    </form>
  );
}

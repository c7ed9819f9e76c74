import { type FormEvent, useState } from "react";
import { errorsWords } from "#pwa/i18n/errors";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { SheetActions } from "#pwa/office/form-actions";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { Fault, request } from "#pwa/offline/server";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

/** One thing that an operator is about to do. */
export type Deed = {
  title: string;
  text: string;
  go: string;
  danger?: boolean;
  method?: "POST" | "PUT" | "DELETE";
  path: string;
  /** The field name of the reason in the request; without one no reason is asked for. */
  reason?: "reason" | "note";
  /** What else has to be typed, under which name it travels. */
  named?: { name: string; label: string; help: string; missing: string };
  body?: Record<string, unknown>;
  /** Said when it is done; without it the caller says so. */
  done?: string;
};

type Props = { deed: Deed; onDone: (answer: unknown) => void; onClose: () => void };

/** Says what will happen, asks why, and does it. */
export function AskFirst({ deed, onDone, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const act = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (deed.named && !typed.trim()) return setMissing(deed.named.missing);
    if (deed.reason && !reason.trim()) return setError(kitchenWords.reasonMissing);
    setBusy(true);
    try {
      const body = {
        ...deed.body,
        ...(deed.named && { [deed.named.name]: typed.trim() }),
        ...(deed.reason && { [deed.reason]: reason }),
      };
      const answer = await request(deed.method ?? "POST", deed.path, deed.method === "DELETE" ? undefined : body, {
        toast: false,
      });
      if (deed.done) toasts.success(deed.done);
      onDone(answer);
      onClose();
    } catch (cause) {
      setError(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
      setBusy(false);
    }
  };

  return (
    <Sheet open title={deed.title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void act(event)}>
        <p className="t2">{deed.text}</p>
        {deed.named && (
          <div className="mt4">
            <Field
              label={deed.named.label}
              help={deed.named.help}
              error={missing}
              value={typed}
              maxLength={100}
              onChange={(event) => {
                setTyped(event.target.value);
                setMissing(undefined);
              }}
              data-first
            />
          </div>
        )}
        {deed.reason ? (
          <div className="mt4">
            <Field
              label={kitchenWords.reason}
              help={kitchenWords.reasonHelp}
              error={error}
              value={reason}
              maxLength={300}
              onChange={(event) => {
                setReason(event.target.value);
                setError(undefined);
              }}
              data-first={deed.named ? undefined : true}
            />
          </div>
        ) : (
          <ErrorLine text={error} className="mt3" />
        )}
        <SheetActions className="row g2 wrap mt6" danger={deed.danger} busy={busy} onClose={onClose}>
          {deed.go}
        </SheetActions>
      </form>
    </Sheet>
  );
}

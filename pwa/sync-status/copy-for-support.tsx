import { useState } from "react";
import { errorsWords } from "#pwa/i18n/errors";
import { syncWords as words } from "#pwa/i18n/sync";
import { saveCopy, sendCopy } from "#pwa/sync-status/copy-of";
import type { Kept } from "#pwa/sync-status/use-kept";
import { Button } from "#pwa/ui/button";
import { toasts } from "#pwa/ui/toast-store";

/** What waits and does not get through goes to support as a copy; without a way to them, as a file. */
export function CopyForSupport({ kept }: { kept: Kept }) {
  const [state, setState] = useState<"ready" | "busy" | "failed" | { id: string }>("ready");
  const send = async () => {
    setState("busy");
    setState(
      await sendCopy().then(
        (id) => ({ id }),
        () => "failed" as const,
      ),
    );
  };
  const save = () => saveCopy((meal) => kept.mealOf(meal)?.name).catch(() => toasts.error(errorsWords.unknown));
  return (
    <section className="card pad copy">
      <p className="sm t2">{words.copyText}</p>
      <div role="status">
        {typeof state === "object" && (
          <p className="sm mt2">
            <b className="blk">{words.copied}</b>
            {words.copiedText(state.id.slice(-6))}
          </p>
        )}
        {state === "failed" && <p className="sm m mt2">{words.copyFailed}</p>}
      </div>
      <div className="row wrap g2 mt3">
        {typeof state !== "object" && (
          <Button look="soft" busy={state === "busy"} onClick={() => void send()}>
            {words.copy}
          </Button>
        )}
        {state === "failed" && (
          <Button look="out" onClick={() => void save()}>
            {words.copyFile}
          </Button>
        )}
      </div>
    </section>
  );
}

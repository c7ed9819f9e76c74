import { type ReactNode, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { uiWords } from "#pwa/i18n/app";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { callFile } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { saveFile } from "#pwa/ui/save-file";

type Props = { path: string; children: ReactNode; look?: "out" | "ghost"; label?: string };

/** Fetches a file and offers it for saving. */
export function SaveButton({ path, children, look = "out", label }: Props) {
  const [state, setState] = useState<{ busy: true } | { failed: string }>();
  const save = async () => {
    setState({ busy: true });
    const { db } = useDevice.getState();
    try {
      saveFile(await callFile(path, { toast: false, ...(db && { as: ownerOf(db) }) }));
      setState(undefined);
    } catch (cause) {
      setState({ failed: formTrouble(cause) });
    }
  };
  return (
    <>
      <Button
        look={look}
        icon="download"
        busy={state !== undefined && "busy" in state}
        onClick={() => void save()}
        aria-label={label}
      >
        {children}
      </Button>
      {state && "failed" in state && (
        <p className="help err filefailed" role="alert">
          {uiWords.fileFailed} {state.failed}
        </p>
      )}
    </>
  );
}

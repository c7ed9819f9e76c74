import { type ReactNode, useState } from "react";
import { invoiceWords } from "#pwa/i18n/invoice";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { callFile } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { saveFile } from "#pwa/ui/save-file";

type Props = { path: string; children: ReactNode; look?: "out" | "ghost"; label?: string };

/** Fetches a file and offers it for saving. */
export function SaveButton({ path, children, look = "out", label }: Props) {
  const [state, setState] = useState<"busy" | "failed">();
  const save = async () => {
    setState("busy");
    const { db } = useDevice.getState();
    try {
      saveFile(await callFile(path, { toast: false, ...(db && { as: ownerOf(db) }) }));
      setState(undefined);
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <Button look={look} icon="download" busy={state === "busy"} onClick={() => void save()} aria-label={label}>
        {children}
      </Button>
      {state === "failed" && (
        <p className="help err filefailed" role="alert">
          {invoiceWords.fileFailed}
        </p>
      )}
    </>
  );
}

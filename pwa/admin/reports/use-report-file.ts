import { useState } from "react";
import { type Asked, queryOf } from "#pwa/company/reports/spans";
import { formTrouble } from "#pwa/forms/use-form";
import { callFile } from "#pwa/offline/server";
import { saveFile } from "#pwa/ui/save-file";

/** One of a report's tables, as the server names it. */
export type Table = "time" | "departments" | "shares";

/** Saves a report, or one table of it, as a file. `busy` is the format that is on its way, `failed` why none came. */
export function useReportFile(asked: Asked) {
  const [busy, setBusy] = useState("");
  const [failed, setFailed] = useState<string>();
  const save = async (format: "xlsx" | "csv", table?: Table) => {
    setBusy(format);
    setFailed(undefined);
    try {
      const query = `${queryOf(asked)}&format=${format}${table ? `&table=${table}` : ""}`;
      saveFile(await callFile(`/api/company-reports/file?${query}`, { toast: false }));
    } catch (cause) {
      setFailed(formTrouble(cause));
    }
    setBusy("");
  };
  return { busy, failed, save };
}

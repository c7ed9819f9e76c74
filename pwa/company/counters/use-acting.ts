import { useState } from "react";

/** One act at a time: what is under way, and what there is to say about the last one. */
export function useActing() {
  const [busy, setBusy] = useState("");
  const [told, setTold] = useState("");
  const acting = async (what: string, how: () => Promise<string | undefined>) => {
    if (busy) return;
    setBusy(what);
    setTold("");
    try {
      setTold((await how()) ?? "");
    } catch (cause) {
      setTold((cause as Error).message);
    } finally {
      setBusy("");
    }
  };
  return { busy, told, acting };
}

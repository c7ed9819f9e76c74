import { useState } from "react";

/** One act at a time: what is under way, and what there is to say about the last one. */
export function useActing() {
  const [busy, setBusy] = useState("");
  const [message, setMessage] = useState("");
  const acting = async (what: string, how: () => Promise<string | undefined>) => {
    if (busy) return;
    setBusy(what);
    setMessage("");
    try {
      setMessage((await how()) ?? "");
    } catch (cause) {
      setMessage((cause as Error).message);
    } finally {
      setBusy("");
    }
  };
  return { busy, message, acting };
}

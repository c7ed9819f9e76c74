import { useEffect, useState } from "react";
import { call, Fault } from "#pwa/offline/server";
import type { Company } from "#pwa/offline/wire";

/** Loads the public facts of a company. gone: it does not exist · unreached: the server did not answer. */
export function useCompany(id: string): {
  company?: Company;
  state: "asking" | "here" | "gone" | "unreached";
  again: () => void;
} {
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ company?: Company; state: "asking" | "here" | "gone" | "unreached" }>({
    state: "asking",
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let here = true;
    setAnswer({ state: "asking" });
    call("GET", `/api/company/${encodeURIComponent(id)}`, undefined, {
      toast: false,
      redirect: false,
      data: true,
    })
      .then((company) => ({ company, state: "here" as const }))
      .catch((cause) => ({
        state:
          cause instanceof Fault && (cause.status === 404 || cause.status === 422)
            ? ("gone" as const)
            : ("unreached" as const),
      }))
      .then((found) => here && setAnswer(found));
    return () => {
      here = false;
    };
  }, [id, round]);
  return { ...answer, again: () => setRound(round + 1) };
}

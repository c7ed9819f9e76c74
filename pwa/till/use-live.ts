import { liveQuery } from "dexie";
import { type DependencyList, useCallback, useEffect, useState } from "react";

/** What a question about the till's database answers, asked again whenever the rows change; undefined before the first answer. */
export function useLive<T>(ask: () => Promise<T>, deps: DependencyList): T | undefined {
  const [answer, setAnswer] = useState<T>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the question depends on
  const question = useCallback(ask, deps);
  useEffect(() => {
    const subscription = liveQuery(question).subscribe({ next: setAnswer, error: () => undefined });
    return () => subscription.unsubscribe();
  }, [question]);
  return answer;
}

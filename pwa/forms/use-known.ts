import { useEffect, useState } from "react";
import type { AnswerOf, DataOf, KnownPath } from "#pwa/offline/routes";
import { request } from "#pwa/offline/server";

type Known<Path extends string> = DataOf<AnswerOf<"GET", Path>>;

/**
 * Loads a public answer of the server: the last known one at once, the current one as soon as it is here. Undefined while nothing
 * is known and the answer is on its way; null when it cannot be loaded.
 */
export function useKnown<const Path extends string>(
  path: KnownPath<"GET", Path>,
  otherwise?: Known<Path>,
): Known<Path> | null | undefined {
  type T = Known<Path>;
  const [known, setKnown] = useState<T | null | undefined>(() => remembered<T>(path) ?? otherwise);
  useEffect(() => {
    let here = true;
    const ask = () =>
      request<T>("GET", path, undefined, { toast: false, redirect: false, data: true }).then(
        (fresh) => {
          if (here) setKnown(fresh);
          remember(path, fresh);
        },
        () => here && setKnown((before) => before ?? null),
      );
    void ask();
    window.addEventListener("online", ask);
    return () => {
      here = false;
      window.removeEventListener("online", ask);
    };
  }, [path]);
  return known;
}

const key = (path: string) => `sahn.known${path}`;

function remembered<T>(path: string): T | undefined {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(key(path)) ?? "");
    return typeof known === "object" && known !== null ? (known as T) : undefined;
  } catch {
    return undefined;
  }
}

function remember(path: string, known: unknown): void {
  try {
    localStorage.setItem(key(path), JSON.stringify(known));
  } catch {
    // The next use loads it again.
  }
}

import { useEffect, useState } from "react";
import { call } from "#pwa/server";

/**
 * A public list, as last heard at once and the server's as soon as it is here. Undefined while nothing is known and the
 * answer is on its way; null when it cannot be had.
 */
export function useKnown<T>(path: string, otherwise?: T[]): T[] | null | undefined {
  const [list, setList] = useState<T[] | null | undefined>(() => remembered<T>(path) ?? otherwise);
  useEffect(() => {
    let here = true;
    const ask = () =>
      call<T[]>("GET", path, undefined, { toast: false, redirect: false, data: true }).then(
        (fresh) => {
          if (here) setList(fresh);
          remember(path, fresh);
        },
        () => here && setList((before) => before ?? null),
      );
    void ask();
    window.addEventListener("online", ask);
    return () => {
      here = false;
      window.removeEventListener("online", ask);
    };
  }, [path]);
  return list;
}

const key = (path: string) => `sahn.known${path}`;

function remembered<T>(path: string): T[] | undefined {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key(path)) ?? "");
    return Array.isArray(list) ? (list as T[]) : undefined;
  } catch {
    return undefined;
  }
}

function remember(path: string, list: unknown): void {
  try {
    localStorage.setItem(key(path), JSON.stringify(list));
  } catch {
    // It is asked for again the next time.
  }
}

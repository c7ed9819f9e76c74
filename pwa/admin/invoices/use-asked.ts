import { useCallback, useEffect, useRef, useState } from "react";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { Fault, request } from "#pwa/offline/server";

/** The last answers by person and path, while the app is open. Invoices are opened rarely and never stored on a device. */
const answers = new Map<string, unknown>();

export type Asked<T> = {
  data?: T;
  /** Why it is not here, or not new. */
  trouble?: "offline" | "failed" | "gone";
  again: () => void;
};

/** Asks the server for something at a path, at once and when the connection is back. */
export function useAsked<T>(path: string): Asked<T> {
  const owner = useDevice(({ db }) => db && ownerOf(db));
  const key = `${owner}${path}`;
  const [found, setFound] = useState<{ key: string; data?: T; trouble?: Asked<T>["trouble"] }>({ key: "" });
  const newest = useRef(key);
  newest.current = key;
  const again = useCallback(() => {
    request<T>("GET", path, undefined, { toast: false, ...(owner && { as: owner }) })
      .then((data) => {
        answers.set(key, data);
        if (newest.current === key) setFound({ key, data });
      })
      .catch((cause) => {
        if (newest.current !== key) return;
        const gone = cause instanceof Fault && (cause.status === 404 || cause.status === 422);
        setFound({ key, trouble: gone ? "gone" : cause instanceof Fault ? "failed" : "offline" });
      });
  }, [path, owner, key]);
  useEffect(() => {
    again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [again]);
  const now = found.key === key ? found : undefined;
  return { data: now?.data ?? (answers.get(key) as T | undefined), trouble: now?.trouble, again };
}

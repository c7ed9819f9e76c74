import { useCallback, useEffect, useRef, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { request } from "#pwa/offline/server";
import type { MemberList } from "#pwa/offline/wire";

/** Sends a request as the company's admin; the server refuses it when another person is signed in. */
export function ask<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown, quiet = false): Promise<T> {
  const { db } = useDevice.getState();
  return request<T>(method, path, body, {
    timeout: 60_000,
    ...(quiet && { toast: false }),
    ...(db && { as: ownerOf(db) }),
  });
}

/** A page of the team. The earlier page stays while the next one loads; `trouble` is why it did not load. */
export function useMembers(query: string) {
  const [list, setList] = useState<MemberList>();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const turn = useRef(0);

  const again = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setBusy(true);
    try {
      const fresh = await ask<MemberList>("GET", `/api/members${query && `?${query}`}`, undefined, true);
      if (mine !== turn.current) return;
      setList(fresh);
      setTrouble(null);
    } catch (cause) {
      if (mine === turn.current) setTrouble(formTrouble(cause));
    } finally {
      if (mine === turn.current) setBusy(false);
    }
  }, [query]);

  useEffect(() => {
    void again();
    const retry = () => void again();
    window.addEventListener("online", retry);
    return () => {
      turn.current += 1;
      window.removeEventListener("online", retry);
    };
  }, [again]);

  return { list, trouble, busy, again };
}

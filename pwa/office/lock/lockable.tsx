import { type ReactNode, useLayoutEffect, useState } from "react";
import { useLock, watch } from "#pwa/office/lock/lock";
import { Locked } from "#pwa/office/lock/locked";
import type { Profile } from "#pwa/offline/session";

/**
 * An operator's screens, and over them what asks for the PIN. Screens that are open stay as they are below it; those of a session that is
 * locked from the start open once it is unlocked.
 */
export function Lockable({ operator, children }: { operator: Profile; children: ReactNode }) {
  const locked = useLock((lock) => lock.locked);
  const [shown, setShown] = useState(!locked);
  if (!locked && !shown) setShown(true);
  // Before the screens below ask anything.
  useLayoutEffect(watch, []);
  return (
    <>
      {shown && children}
      {locked && <Locked operator={operator} />}
    </>
  );
}

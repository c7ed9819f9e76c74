// How many changes wait here, noted in a cookie that may outlive the database: a browser that is short of space deletes all the
// data of a site, and then only this tells that changes are missing. It holds a number and nothing of what was chosen.
import { liveQuery } from "dexie";
import { ownerOf, useDevice, visitor, waitingMark } from "#pwa/offline/db";

const sixtyDays = 60 * 24 * 3600;

function note(owner: string, count: number): void {
  const lifetime = count > 0 ? `max-age=${sixtyDays}` : "expires=Thu, 01 Jan 1970 00:00:00 GMT";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere.
  document.cookie = `${waitingMark(owner)}=${count}; ${lifetime}; path=/; samesite=strict`;
}

/** Keeps the cookie current while the app runs. Returns how to stop. */
export function keepWaitingCookie(): () => void {
  let stop = () => {};
  const follow = () => {
    stop();
    stop = () => {};
    const { db } = useDevice.getState();
    if (!db || ownerOf(db) === visitor) return;
    const counting = liveQuery(() => db.ops.count()).subscribe({
      next: (count) => useDevice.getState().db === db && note(ownerOf(db), count),
      error: () => undefined,
    });
    stop = () => counting.unsubscribe();
  };
  const leave = useDevice.subscribe((now, before) => now.db !== before.db && follow());
  follow();
  return () => {
    leave();
    stop();
  };
}

// How the windows of this browser tell each other about paying: while one of them is paying, none may replace the running
// version by a newer one.
const name = "sahn-paying";

/** The payments in progress in this window. */
const here = new Set<Promise<void>>();

/** Marks this window as paying, until the returned function is called. A window in the back-forward cache is not marked. */
export function holdPaying(): () => void {
  let finish: (() => void) | null = null;
  const hold = () => {
    if (finish) return;
    const over = new Promise<void>((done) => {
      finish = done;
    });
    here.add(over);
    void over.then(() => here.delete(over));
    void navigator.locks?.request(name, { mode: "shared" }, () => over);
  };
  const release = () => {
    finish?.();
    finish = null;
  };
  hold();
  window.addEventListener("pagehide", release);
  window.addEventListener("pageshow", hold);
  return () => {
    release();
    window.removeEventListener("pagehide", release);
    window.removeEventListener("pageshow", hold);
  };
}

/** Resolves when this window is not paying. */
export async function whenPaidHere(): Promise<void> {
  while (here.size > 0) await Promise.all(here);
}

/** Runs the work once no window is paying, however long that takes. */
export async function whenNotPaying(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, work);
  else await work();
}

/** Whether another window is paying now. */
export async function payingElsewhere(): Promise<boolean> {
  return (await navigator.locks?.request(name, { ifAvailable: true }, (lock) => lock === null)) ?? false;
}

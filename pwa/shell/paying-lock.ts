// What the windows of this browser tell each other about paying: while one of them is at it, none may put a newer version in
// the place of the running one.
const name = "sahn-paying";

/** What goes on in this window. */
const here = new Set<Promise<void>>();

/** Says that this window is paying, until the answer is called. A window that sleeps in the browser's history says nothing. */
export function holdPaying(): () => void {
  let letGo: (() => void) | null = null;
  const hold = () => {
    if (letGo) return;
    const over = new Promise<void>((done) => {
      letGo = done;
    });
    here.add(over);
    void over.then(() => here.delete(over));
    void navigator.locks?.request(name, { mode: "shared" }, () => over);
  };
  const release = () => {
    letGo?.();
    letGo = null;
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

/** Over when this window does not pay. */
export async function whenPaidHere(): Promise<void> {
  while (here.size > 0) await Promise.all(here);
}

/** Does the work while no window is paying, however long that takes to come. */
export async function whenNobodyPays(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, work);
  else await work();
}

/** Whether another window is paying now. */
export async function payingElsewhere(): Promise<boolean> {
  return (await navigator.locks?.request(name, { ifAvailable: true }, (lock) => lock === null)) ?? false;
}

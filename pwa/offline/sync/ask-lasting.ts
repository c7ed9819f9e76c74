/** What the browser answered when it was asked to keep this app's storage under pressure, and when. */
export type Lasting = { lasting: boolean; at: string };

const key = "sahn.lasting";
let asked = false;

/** Asks the browser to keep what is stored here, once a visit until it does, and notes the answer on the device. */
export async function askLasting(): Promise<void> {
  if (asked || !navigator.storage?.persist) return;
  asked = true;
  try {
    const lasting = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    localStorage.setItem(key, JSON.stringify({ lasting, at: new Date().toISOString() } satisfies Lasting));
  } catch {
    // Storage that may not be asked about is not kept either.
  }
}

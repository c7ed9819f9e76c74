/** Whether the browser agreed to persistent storage, and when it was asked. */
type Lasting = { lasting: boolean; at: string };

const key = "sahn.lasting";
let asked = false;

/** Requests persistent storage, once a visit until the browser grants it, and notes the result on the device. */
export async function askLasting(): Promise<void> {
  if (asked || !navigator.storage?.persist) return;
  asked = true;
  try {
    const lasting = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    localStorage.setItem(key, JSON.stringify({ lasting, at: new Date().toISOString() } satisfies Lasting));
  } catch {
    // A storage that refuses the request is not persistent either.
  }
}

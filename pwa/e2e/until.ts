import { setTimeout as pause } from "node:timers/promises";

/** Asks again until there is an answer. For what lives outside of the page: the page's own conditions are Playwright's. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>, timeout = 20_000): Promise<T> {
  const end = performance.now() + timeout;
  for (;;) {
    // Asked once more after the end: this process may have slept through it.
    const last = performance.now() > end;
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (last) throw new Error(`waited in vain for ${what}`);
    await pause(50);
  }
}

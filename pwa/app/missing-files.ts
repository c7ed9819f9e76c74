// A page that was loaded before a deployment and never got its service worker asks for files that are not there any more.
const key = "sahn.reloaded";

/**
 * Reloads when a newer version is up, once for each version, and not before every open save is over. Does nothing when the
 * network is what is missing: the page in hand is better than none.
 */
export async function reloadOnce(settled: () => Promise<unknown>, reload: () => void): Promise<void> {
  const running = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src") ?? "";
  const answer = await fetch("/?newer", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || (await answer.text()).includes(running)) return;
  try {
    if (sessionStorage.getItem(key) === running) return;
    sessionStorage.setItem(key, running);
  } catch {
    return;
  }
  await settled().catch(() => undefined);
  reload();
}

import { useStatus } from "#pwa/offline/sync/start-sync";

/** Whether sending failed because no answer came. */
export function isUnreachable(): boolean {
  const why = useStatus.getState().trouble?.why;
  return why === "network" || why === "timeout" || why === "captive";
}

/** Waits for the work, but at most `ms`. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), enough]);
  clearTimeout(timer);
}

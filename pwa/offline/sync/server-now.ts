// The server's clock as this device knows it. An offset learnt since the page loaded runs on a monotonic clock that no one
// can set; before the first answer, the device's own clock is corrected by the stored offset.
import { useEffect, useState } from "react";

let remembered = 0;
let learnt: { server: number; mono: number } | null = null;

/** The current time on the server, ms. */
export function serverNow(): number {
  if (learnt) return Math.round(learnt.server + performance.now() - learnt.mono);
  return Date.now() + remembered;
}

/** Learns what the server's clock shows now, ms. */
export function learnServerTime(server: number): void {
  learnt = { server, mono: performance.now() };
}

/** Uses an offset in ms that was stored before this page was loaded. */
export function rememberOffset(offset: number): void {
  remembered = offset;
}

/** The server's clock for the screen, updated every so many ms and whenever the person comes back. */
export function useServerNow(everyMs = 30_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const look = () => setNow(serverNow());
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [everyMs]);
  return now;
}

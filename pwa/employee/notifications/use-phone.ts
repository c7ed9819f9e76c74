import { useEffect, useState } from "react";
import { wording } from "#pwa/employee/notifications/wording";
import { call } from "#pwa/offline/server";
import type { PhoneSetting } from "#pwa/offline/wire";

const quiet = { toast: false };
const path = "/api/notifications/phone";
/** How often is asked what became of a code, in ms. */
const look = 5000;

const offers = "sahn.phone";

/** Whether the server had a carrier when it last said so here: it says nothing of a person. */
function offeredBefore(): boolean {
  try {
    return localStorage.getItem(offers) !== null;
  } catch {
    return false;
  }
}

function remember(channel: string): void {
  try {
    if (channel) localStorage.setItem(offers, channel);
    else localStorage.removeItem(offers);
  } catch {
    // A browser that keeps nothing shows the card when it is online.
  }
}

/**
 * What the person is told on their phone, once the server has said so; offered also before, where it has a carrier. Each change rejects
 * when it was not made.
 */
export function usePhone(online: boolean) {
  const [setting, setSetting] = useState<PhoneSetting | null>(null);
  const waits = Boolean(setting?.asked && !setting.asked.failed);
  const known = setting !== null;
  useEffect(() => {
    if (!online || (known && !waits)) return;
    let gone = false;
    const load = () =>
      call("GET", path, undefined, quiet).then(
        (said) => {
          if (gone) return;
          remember(said.channel);
          setSetting(said);
        },
        () => undefined,
      );
    if (!known) void load();
    const timer = waits ? setInterval(() => document.hidden || void load(), look) : undefined;
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [online, known, waits]);

  return {
    setting,
    offered: setting ? Boolean(setting.channel) : !online && offeredBefore(),
    ask: async (number: string) => setSetting(await call("POST", path, { number }, quiet)),
    prove: async (code: string) => setSetting(await call("POST", `${path}/verify`, { code }, quiet)),
    choose: async (kinds: PhoneSetting["kinds"]) => setSetting(await call("PUT", path, { kinds, wording }, quiet)),
    end: async () => setSetting(await call("DELETE", path, undefined, quiet)),
  };
}

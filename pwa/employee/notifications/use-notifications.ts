import { useEffect, useState } from "react";
import { renewed, type State, stateNow, switchOff, switchOn } from "#pwa/employee/notifications/subscription";
import { wording } from "#pwa/employee/notifications/wording";
import { call } from "#pwa/offline/server";
import type { NotificationChoice, Notifications } from "#pwa/offline/wire";

const quiet = { toast: false };
const path = "/api/notifications";

/** What the person chose and whether this browser takes part, once the server has said so. Each change rejects when it was not made. */
export function useNotifications(profile: string, online: boolean) {
  const [setting, setSetting] = useState<Notifications | null>(null);
  const [can, setCan] = useState(stateNow);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      let said = await call("GET", path, undefined, quiet);
      const device = said.here ? null : await renewed(said.key, profile).catch(() => null);
      if (device) said = await call("POST", `${path}/device`, { ...device, wording, renewed: true }, quiet);
      if (!gone) setSetting(said);
    };
    if (online) load().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [online, profile]);

  return {
    setting,
    state: (setting?.here ? "on" : can) satisfies State as State,
    turnOn: async () => {
      if (!setting) return;
      const device = await switchOn(setting.key, profile);
      setCan(stateNow());
      if (device) setSetting(await call("POST", `${path}/device`, { ...device, wording }, quiet));
    },
    turnOff: async () => {
      setSetting(await call("DELETE", `${path}/device`, undefined, quiet));
      await switchOff();
    },
    choose: async (change: Partial<NotificationChoice>) => {
      if (!setting) return;
      const { kinds, detail, quiet: hours } = setting;
      setSetting(await call("PUT", path, { kinds, detail, quiet: hours, wording, ...change }, quiet));
    },
  };
}

import { useCallback, useEffect, useState } from "react";
import { fetchDevices, signOutDevice } from "#pwa/employee/profile/account";
import { formTrouble } from "#pwa/forms/use-form";
import { profileWords as words } from "#pwa/i18n/profile";
import { momentAt } from "#pwa/i18n/say-day";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { SignedInDevice } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Loading } from "#pwa/ui/loading";
import { toasts } from "#pwa/ui/toast-store";

/** Lists the devices on which the person is signed in and signs a lost one out. Its unsent work stays on it. */
export function ProfileDevices() {
  const [devices, setDevices] = useState<SignedInDevice[] | "failed">();
  const [leaving, setLeaving] = useState<string>();
  const online = useOnline();
  const look = useCallback(
    () =>
      fetchDevices().then(setDevices, () =>
        setDevices((before) => (Array.isArray(before) ? before : ("failed" as const))),
      ),
    [],
  );
  useEffect(() => {
    if (online) void look();
  }, [online, look]);
  const leave = async ({ id }: SignedInDevice) => {
    if (leaving) return;
    setLeaving(id);
    try {
      await signOutDevice(id);
      toasts.success(words.deviceOut, { text: words.deviceOutText });
    } catch (cause) {
      toasts.error(formTrouble(cause));
    }
    await look();
    setLeaving(undefined);
  };
  return (
    <section className="card pad" aria-labelledby="devices">
      <h2 className="h3" id="devices">
        {words.devices}
      </h2>
      {devices === undefined && !online && <p className="sm t2 mt2">{words.devicesOffline}</p>}
      {devices === undefined && online && <Loading className="mt4" heights={["60px"]} />}
      {devices === "failed" && (
        <div className="mt2">
          <p className="sm t2">{words.devicesFailed}</p>
          <Button look="soft" className="mt2" onClick={() => void look()}>
            {words.devicesAgain}
          </Button>
        </div>
      )}
      {Array.isArray(devices) && (
        <ul className="list mt2">
          {devices.map((device) => (
            <li className="li" key={device.id}>
              <span className="grow">
                <span className="m line">{device.name ? words.deviceNamed(device.name) : words.deviceUnknown}</span>
                <span className="sm t2 line">
                  {device.this
                    ? words.deviceThis
                    : words.deviceSeen(momentAt(Date.parse(device.seen), serverNow()), device.company_name)}
                </span>
              </span>
              {!device.this && (
                <Button
                  look="out"
                  busy={leaving === device.id}
                  aria-label={words.deviceLeaveName(device.name ? words.deviceNamed(device.name) : words.deviceUnknown)}
                  onClick={() => void leave(device)}
                >
                  {words.deviceLeave}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import { useState } from "react";
import { History } from "#pwa/employee/notifications/history";
import { PhoneCard } from "#pwa/employee/notifications/phone-card";
import { useNotifications } from "#pwa/employee/notifications/use-notifications";
import { formTrouble } from "#pwa/forms/use-form";
import { notificationsWords as words } from "#pwa/i18n/notifications";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Switch } from "#pwa/ui/switch";
import { toasts } from "#pwa/ui/toast-store";

/** What the person is told and where: by notifications of this browser, and on their phone where the server has a carrier. */
export function Notifications({ profile }: { profile: string }) {
  const online = useOnline();
  const [byPhone, setByPhone] = useState(0);
  return (
    <>
      <InBrowser profile={profile} online={online} byPhone={byPhone} />
      <PhoneCard online={online} onChange={() => setByPhone((times) => times + 1)} />
    </>
  );
}

type Props = {
  profile: string;
  online: boolean;
  /** How often the choices on the phone changed. */
  byPhone: number;
};

/** Switches notifications on in this browser, after a tap, and says what is told, when and in which words. */
function InBrowser({ profile, online, byPhone }: Props) {
  const { setting, state, turnOn, turnOff, choose } = useNotifications(profile, online);
  const [busy, setBusy] = useState(false);
  const [looking, setLooking] = useState(false);
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    await work().catch((cause) => toasts.error(formTrouble(cause)));
    setBusy(false);
  };
  return (
    <section className="card pad" aria-labelledby="notifications">
      <h2 className="h3" id="notifications">
        {words.title}
      </h2>
      <p className="sm t2 mt2">{words.text}</p>
      {!online && <p className="sm t2 mt2">{words.offline}</p>}
      {state !== "on" && state !== "off" && <p className="sm mt2">{words.cannot[state]}</p>}
      {online && setting && (state === "on" || state === "off") && (
        <div className="mt4">
          <Button
            look={state === "on" ? "out" : "soft"}
            busy={busy}
            onClick={() => void run(state === "on" ? turnOff : turnOn)}
          >
            {state === "on" ? words.turnOff : words.turnOn}
          </Button>
        </div>
      )}
      {online && setting && setting.devices > 0 && (
        <div className="col g4 mt4">
          {setting.kinds.map(({ kind, on }) => (
            <Switch
              key={kind}
              on={on}
              disabled={busy}
              label={words.kinds[kind]?.label}
              help={words.kinds[kind]?.help}
              onChange={(now) =>
                void run(() =>
                  choose({ kinds: setting.kinds.map((one) => (one.kind === kind ? { ...one, on: now } : one)) }),
                )
              }
            />
          ))}
          <Switch
            on={setting.detail}
            disabled={busy}
            label={words.detail}
            help={words.detailHelp}
            onChange={(detail) => void run(() => choose({ detail }))}
          />
          <Switch
            on={Boolean(setting.quiet)}
            disabled={busy}
            label={words.quiet}
            help={words.quietHelp}
            onChange={(on) => void run(() => choose({ quiet: on ? { from: "21:00", until: "07:00" } : undefined }))}
          />
          {setting.quiet && <QuietHours hours={setting.quiet} save={(quiet) => void run(() => choose({ quiet }))} />}
        </div>
      )}
      {online && !looking && (
        <Button look="ghost" className="mt4" onClick={() => setLooking(true)}>
          {words.historyShow}
        </Button>
      )}
      {/* What is switched meanwhile is a new line: another list. */}
      {online && looking && <History key={`${byPhone} ${JSON.stringify(setting)}`} />}
    </section>
  );
}

type Hours = { from: string; until: string };

function QuietHours({ hours, save }: { hours: Hours; save: (hours: Hours) => void }) {
  const field = (name: keyof Hours, label: string) => (
    <Field
      key={name + hours[name]}
      label={label}
      type="time"
      required
      defaultValue={hours[name]}
      onBlur={({ target: { value } }) => {
        if (value && value !== hours[name]) save({ ...hours, [name]: value });
      }}
    />
  );
  return (
    <div className="row g3 wrap">
      {field("from", words.quietFrom)}
      {field("until", words.quietUntil)}
    </div>
  );
}

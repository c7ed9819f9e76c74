import { type ReactNode, useRef, useState } from "react";
import { PhoneCode } from "#pwa/employee/notifications/phone-code";
import { usePhone } from "#pwa/employee/notifications/use-phone";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { MobileField } from "#pwa/forms/mobile-field";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { notificationsWords } from "#pwa/i18n/notifications";
import { phoneWords as words } from "#pwa/i18n/phone";
import { rulesWords } from "#pwa/i18n/rules";
import type { PhoneSetting } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { Switch } from "#pwa/ui/switch";
import { toasts } from "#pwa/ui/toast-store";

type Props = {
  online: boolean;
  /** Something was switched on or off, or the number went. */
  onChange: () => void;
};

/**
 * Where the server has a carrier: takes a number, proves it by the code that is sent there, and lets its owner choose what they are told
 * there, and take it back. Without a network it says when that can be changed. Shows nothing elsewhere.
 */
export function PhoneCard({ online, onChange }: Props) {
  const { setting, offered, ask, prove, choose, end } = usePhone(online);
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState("");
  const title = useRef<HTMLHeadingElement>(null);
  if (!offered) return null;
  const { number = "", asked } = setting ?? {};
  const askFor = async (value: string) => {
    await ask(value);
    setTyped(value);
    setTyping(false);
  };
  const toTitle = () => title.current?.focus({ preventScroll: true });
  return (
    <section className="card pad" aria-labelledby="phone-messages">
      <h2 className="h3" id="phone-messages" ref={title} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="sm t2 mt2">{words.text}</p>
      {!online && <p className="sm t2 mt2">{words.offline}</p>}
      {online && setting && number && (
        <Chosen setting={setting} choose={choose} onChange={onChange}>
          {!asked && !typing && (
            <div className="row g2 wrap mt4">
              <Button look="out" onClick={() => setTyping(true)}>
                {words.change}
              </Button>
              <Remove
                remove={async () => {
                  await end();
                  toasts.success(words.removed, { text: words.removedText });
                  onChange();
                  toTitle();
                }}
              />
            </div>
          )}
        </Chosen>
      )}
      {online && asked && !asked.failed && !typing && (
        <PhoneCode
          number={asked.number}
          onCode={async (digits) => {
            await prove(digits);
            toasts.success(words.proved, { text: words.provedText });
            toTitle();
          }}
          onAgain={typed ? () => askFor(typed) : undefined}
          onOther={() => setTyping(true)}
        />
      )}
      {online && setting && (typing || asked?.failed || !(number || asked)) && (
        <NumberForm
          typed={typed}
          lost={asked?.failed ? asked.number : ""}
          send={askFor}
          cancel={typing && (number || asked) ? () => setTyping(false) : undefined}
        />
      )}
    </section>
  );
}

type FormProps = {
  /** What was typed last. */
  typed: string;
  /** A number at which the last code did not arrive. */
  lost: string;
  send: (number: string) => Promise<void>;
  cancel?: () => void;
};

function NumberForm({ typed, lost, send, cancel }: FormProps) {
  const form = useForm({
    start: { number: typed },
    check: ({ number }) => ({ number: number.trim() ? undefined : rulesWords.missing }),
    send: ({ number }) => send(number.trim()),
  });
  return (
    <form {...form.props} className="fields mt4">
      {lost && (
        <p className="help err" role="alert">
          <Icon name="err" size="s" />
          <span>{words.lost(lost)}</span>
        </p>
      )}
      <MobileField help={words.numberHelp} {...form.field("number")} />
      <FormTrouble form={form} />
      <div className="row g2 wrap">
        <Button type="submit" look="soft" busy={form.busy}>
          {words.send}
        </Button>
        {cancel && (
          <Button look="ghost" onClick={cancel}>
            {formWords.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

type ChosenProps = {
  setting: PhoneSetting;
  choose: (kinds: PhoneSetting["kinds"]) => Promise<void>;
  onChange: () => void;
  children: ReactNode;
};

/** The number that was proved, and a switch for each kind. */
function Chosen({ setting, choose, onChange, children }: ChosenProps) {
  const [busy, setBusy] = useState(false);
  const turn = async (kind: string, on: boolean) => {
    setBusy(true);
    await choose(setting.kinds.map((one) => (one.kind === kind ? { ...one, on } : one))).then(onChange, (cause) =>
      toasts.error(formTrouble(cause)),
    );
    setBusy(false);
  };
  return (
    <>
      <p className="m mt4">{words.told(setting.number)}</p>
      {!setting.kinds.some(({ on }) => on) && <p className="sm t2 mt2">{words.none}</p>}
      <div className="col g4 mt4">
        {setting.kinds.map(({ kind, on }) => (
          <Switch
            key={kind}
            on={on}
            disabled={busy}
            label={notificationsWords.kinds[kind]?.label}
            help={words.help[kind]}
            onChange={(now) => void turn(kind, now)}
          />
        ))}
      </div>
      {children}
    </>
  );
}

function Remove({ remove }: { remove: () => Promise<void> }) {
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!asks)
    return (
      <Button look="ghost" onClick={() => setAsks(true)}>
        {words.remove}
      </Button>
    );
  return (
    <div role="alertdialog" aria-label={words.remove}>
      <p className="sm">{words.removeAsk}</p>
      <div className="row wrap g2 mt2">
        <Button
          look="danger"
          busy={busy}
          autoFocus
          onClick={async () => {
            setBusy(true);
            await remove().catch((cause) => {
              toasts.error(formTrouble(cause));
              setBusy(false);
            });
          }}
        >
          {words.remove}
        </Button>
        <Button look="ghost" onClick={() => setAsks(false)}>
          {formWords.cancel}
        </Button>
      </div>
    </div>
  );
}

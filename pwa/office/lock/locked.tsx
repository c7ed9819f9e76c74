import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useForm } from "#pwa/forms/use-form";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { pinWords as words } from "#pwa/i18n/pin";
import { leave, unlock } from "#pwa/office/lock/lock";
import { PinField } from "#pwa/office/lock/pin-field";
import { useUnsent } from "#pwa/office/use-unsent";
import { Fault } from "#pwa/offline/server";
import type { Profile } from "#pwa/offline/session";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { backCloses } from "#pwa/ui/back-closes";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { keepFocusInside } from "#pwa/ui/focus-inside";
import { Icon } from "#pwa/ui/icon";
import { Mark } from "#pwa/ui/logo";
import "#pwa/office/lock/lock.css";

/** Covers the whole window while the session is locked: nothing below it is seen, read out or reached, and nothing of it is lost. */
export const Locked = (props: { operator: Profile }) => createPortal(<Cover {...props} />, document.body);

/** Counts tries as the server does. The refusal's own sentence says nothing of them. */
async function tryPin(pin: string): Promise<void> {
  try {
    await unlock(pin);
  } catch (cause) {
    const left = cause instanceof Fault && (cause.detail as { left?: number } | undefined)?.left;
    throw left ? new Fault(422, { errors: { pin: [words.wrong(left)] } }) : cause;
  }
}

function Cover({ operator }: { operator: Profile }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const online = useOnline();
  const unsent = useUnsent();
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    start: { pin: "" },
    check: ({ pin }) => ({ pin: pin ? undefined : words.pinMissing }),
    send: async ({ pin }) => {
      form.set("pin", "");
      await tryPin(pin);
    },
  });

  useLayoutEffect(() => {
    const before = document.activeElement;
    const { dataset } = document.documentElement;
    dataset.locked = "";
    box.current?.querySelector("input")?.focus({ preventScroll: true });
    return () => {
      delete dataset.locked;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    // Back and Escape are for what is below, which stays as it is.
    const stop = backCloses(() => undefined);
    const pressed = (event: KeyboardEvent) => {
      const inside = event.target instanceof Node && box.current?.contains(event.target);
      if (inside && event.key !== "Escape") return;
      event.stopImmediatePropagation();
      if (inside || event.key === "Escape") return;
      event.preventDefault();
      box.current?.querySelector("input")?.focus();
    };
    window.addEventListener("keydown", pressed, true);
    return () => {
      window.removeEventListener("keydown", pressed, true);
      stop();
    };
  }, []);

  const other = async () => {
    setLeaving(true);
    await leave();
  };

  return (
    <div
      ref={box}
      className="klock"
      role="dialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={(event) => keepFocusInside(event, box.current)}
    >
      <div className="klockin">
        <span className="logo" aria-hidden="true">
          <Mark />
        </span>
        <h1 id={`${id}-title`}>
          <Icon name="lock" />
          {words.locked}
        </h1>
        <p className="mt3">
          <b dir="auto">{operator.name}</b>
          <span className="sm t2 line">{kitchenWords.roles[operator.operator_role ?? ""]}</span>
        </p>
        <p className="t2 mt2" id={`${id}-text`}>
          {words.lockedText}
        </p>
        {!online && (
          <div className="mt4">
            <Banner tone="off" icon="off" round>
              {words.offline}
            </Banner>
          </div>
        )}
        <form {...form.props} className="col g3 mt4">
          <PinField label={words.pin} {...form.field("pin")} />
          {online && form.trouble && !form.wrong.pin && (
            <p className="help err" role="alert">
              <Icon name="err" size="s" />
              <span>{form.trouble}</span>
            </p>
          )}
          <Button type="submit" look="pri" size="lg" full busy={form.busy}>
            {words.unlock}
          </Button>
        </form>
        <p className="sm t2 mt4">{words.forgotten}</p>
        {unsent > 0 && <p className="sm t2 mt2">{words.kept(unsent, operator.name)}</p>}
        <Button look="out" full className="mt3" busy={leaving} onClick={() => void other()}>
          {words.other}
        </Button>
      </div>
    </div>
  );
}

import { useState } from "react";
import { HookState } from "#pwa/admin/company/hook-state";
import { TheSecret } from "#pwa/admin/company/make-webhook";
import { WebhookEvents } from "#pwa/admin/company/webhook-events";
import { formTrouble } from "#pwa/forms/use-form";
import { dotted } from "#pwa/i18n/dotted";
import { momentAt } from "#pwa/i18n/say-day";
import { webhookWords } from "#pwa/i18n/webhooks";
import type { AnswerOf } from "#pwa/offline/routes";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { ErrorBox } from "#pwa/ui/error-box";
import { ErrorLine } from "#pwa/ui/error-line";
import { Sheet } from "#pwa/ui/sheet";
import { Skeleton } from "#pwa/ui/skeleton";
import { toasts } from "#pwa/ui/toast-store";

type Hook = AnswerOf<"GET", "/api/webhooks">["data"][number];
type Delivery = AnswerOf<"GET", `/api/webhooks/${string}/deliveries`>["data"][number];

const options = { toast: false, data: true } as const;
const day = 24 * 60 * 60 * 1000;

type Props = { hook: Hook; onClose: () => void; onChanged: () => Promise<void> };

/** One webhook: its events, what was sent, and what an admin may do. */
export function WebhookSheet({ hook, onClose, onChanged }: Props) {
  const path = `/api/webhooks/${hook.id}` as const;
  const { answer, cause, again } = useAnswer(`${path}/deliveries`, { keepPrevious: true });
  const [events, setEvents] = useState(hook.events);
  const [secret, setSecret] = useState<string>();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const on = !hook.disabled;
  const act = async (at: string, work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(at);
    setTrouble(undefined);
    try {
      await work();
      await Promise.all([onChanged(), again()]);
    } catch (wrong) {
      setTrouble(formTrouble(wrong));
    } finally {
      setBusy(undefined);
    }
  };
  const change = (at: string, body: { events: string[]; on: boolean }) =>
    act(at, async () => {
      await call("PUT", path, body, options);
      toasts.success(webhookWords.changed);
    });
  const replay = (at: string, body: { event?: string; since?: string }) =>
    act(at, () => call("POST", `${path}/replay`, body, options));
  const rotate = () =>
    act("rotate", async () => setSecret((await call("POST", `${path}/rotate`, undefined, options)).secret));
  const remove = () =>
    act("remove", async () => {
      await call("DELETE", path, undefined, options);
      onClose();
    });
  return (
    <Sheet open kind="wide" title={webhookWords.styles[hook.style] ?? hook.style} onClose={onClose}>
      <div className="company">
        <p className="sm t2 address">
          <bdi dir="ltr">{hook.url}</bdi>
        </p>
        <p className="mt2">
          <HookState hook={hook} />
        </p>
        {!on && <p className="sm t2 mt2">{webhookWords.offText}</p>}
        {secret && <TheSecret secret={secret} also={webhookWords.rotated} onDone={() => setSecret(undefined)} />}
        <div className="row wrap g2 mt4">
          {on && (
            <Button
              look="pri"
              busy={busy === "test"}
              onClick={() => void act("test", () => call("POST", `${path}/test`, undefined, options))}
            >
              {webhookWords.test}
            </Button>
          )}
          <Button
            look={on ? "soft" : "pri"}
            busy={busy === "switch"}
            onClick={() => void change("switch", { events: hook.events, on: !on })}
          >
            {on ? webhookWords.switchOff : webhookWords.switchOn}
          </Button>
          {hook.style === "standard" && (
            <Button look="soft" busy={busy === "rotate"} onClick={() => void rotate()}>
              {webhookWords.rotate}
            </Button>
          )}
          <Button look="soft" busy={busy === "remove"} onClick={() => (asked ? void remove() : setAsked(true))}>
            {asked ? webhookWords.removeSure : webhookWords.remove}
          </Button>
        </div>
        {asked && <p className="sm t2 mt2">{webhookWords.removeText}</p>}
        <ErrorLine text={trouble ?? null} className="mt2" />
        <h3 className="m mt6">{webhookWords.deliveries}</h3>
        {cause && !answer ? (
          <ErrorBox title={formTrouble(cause)} onRetry={() => void again()} />
        ) : !answer ? (
          <Skeleton height="4rem" />
        ) : answer.data.length === 0 ? (
          <p className="sm t2 mt2">{webhookWords.nothing}</p>
        ) : (
          <>
            <ul className="rows mt2">
              {answer.data.map((delivery) => (
                <DeliveryRow
                  key={delivery.event}
                  delivery={delivery}
                  busy={busy === delivery.event}
                  onAgain={on ? () => void replay(delivery.event, { event: delivery.event }) : undefined}
                />
              ))}
            </ul>
            {on && (
              <Button
                look="soft"
                className="mt2"
                busy={busy === "replay"}
                onClick={() => void replay("replay", { since: new Date(serverNow() - day).toISOString() })}
              >
                {webhookWords.replay}
              </Button>
            )}
          </>
        )}
        <div className="fields mt6">
          <WebhookEvents
            style={hook.style}
            chosen={events}
            onChoose={setEvents}
            wrong={events.length ? undefined : webhookWords.eventsMissing}
          />
        </div>
        <Button
          look="soft"
          className="mt4"
          busy={busy === "events"}
          disabled={!events.length}
          onClick={() => void change("events", { events, on })}
        >
          {webhookWords.change}
        </Button>
      </div>
    </Sheet>
  );
}

function DeliveryRow({ delivery, busy, onAgain }: { delivery: Delivery; busy: boolean; onAgain?: () => void }) {
  const now = serverNow();
  const event = webhookWords.event[delivery.kind] ?? delivery.kind;
  const when = momentAt(Date.parse(delivery.at), now);
  const last = delivery.attempts.at(-1);
  const said = [
    webhookWords.state[delivery.state],
    last && webhookWords.tries(delivery.attempts.length),
    last && (webhookWords.error[last.error ?? ""] ?? (last.status > 0 && webhookWords.answered(last.status))),
    delivery.next && webhookWords.next(momentAt(Date.parse(delivery.next), now)),
  ];
  return (
    <li>
      <div className="grow">
        <b className="m">{event}</b>
        <p className="sm t2">{when}</p>
        <p className="sm t2">{dotted(said)}</p>
      </div>
      {onAgain && delivery.state !== "waiting" && (
        <Button look="soft" busy={busy} aria-label={webhookWords.againIt(event, when)} onClick={onAgain}>
          {webhookWords.again}
        </Button>
      )}
    </li>
  );
}

import { useState } from "react";
import { HookState } from "#pwa/admin/company/hook-state";
import { MakeWebhook } from "#pwa/admin/company/make-webhook";
import { WebhookSheet } from "#pwa/admin/company/webhook-sheet";
import { useEditing } from "#pwa/forms/use-editing";
import { formTrouble } from "#pwa/forms/use-form";
import { dotted } from "#pwa/i18n/dotted";
import { dayAndDate } from "#pwa/i18n/say-day";
import { webhookWords } from "#pwa/i18n/webhooks";
import type { AnswerOf } from "#pwa/offline/routes";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { ErrorBox } from "#pwa/ui/error-box";
import { Skeleton } from "#pwa/ui/skeleton";

const path = "/api/webhooks";

type Hook = AnswerOf<"GET", typeof path>["data"][number];

/** Where the company's programs and channels are told what happens. Online only. */
export function CompanyWebhooks() {
  const { answer, cause, again } = useAnswer(path, { keepPrevious: true });
  const [opened, setOpened] = useState<string | null>(null);
  const { editing, card, open, close } = useEditing(false);
  const hooks = answer?.data;
  const shown = hooks?.find(({ id }) => id === opened);
  return (
    <section className="card pad" ref={card} aria-labelledby="company-webhooks">
      <div className="row between">
        <h2 className="h3" id="company-webhooks">
          {webhookWords.card}
        </h2>
        {!editing && (
          <button type="button" className="link u sm" onClick={open}>
            {webhookWords.make}
          </button>
        )}
      </div>
      {editing ? (
        <MakeWebhook onMade={() => void again()} onDone={close} />
      ) : cause && !hooks ? (
        <ErrorBox title={formTrouble(cause)} onRetry={() => void again()} />
      ) : hooks ? (
        <>
          {hooks.length === 0 && <p className="sm t2 mt2">{webhookWords.none}</p>}
          <ul className="rows mt2">
            {hooks.map((hook) => (
              <HookRow key={hook.id} hook={hook} onOpen={() => setOpened(hook.id)} />
            ))}
          </ul>
          <a className="link u sm" href="/api/docs" target="_blank" rel="noreferrer">
            {webhookWords.docs}
          </a>
        </>
      ) : (
        <Skeleton height="4rem" />
      )}
      {shown && (
        <WebhookSheet hook={shown} onClose={() => setOpened(null)} onChanged={async () => void (await again())} />
      )}
    </section>
  );
}

function HookRow({ hook, onOpen }: { hook: Hook; onOpen: () => void }) {
  const counts = [
    hook.waiting > 0 && webhookWords.waiting(hook.waiting),
    hook.failed > 0 && webhookWords.failed(hook.failed),
  ];
  return (
    <li>
      <div className="grow">
        <b className="m">{webhookWords.styles[hook.style]}</b>
        <p className="sm t2 address">
          <bdi dir="ltr">{hook.url}</bdi>
        </p>
        <p className="row wrap g2">
          <HookState hook={hook} />
          {counts.some(Boolean) && <span className="sm t2">{dotted(counts)}</span>}
        </p>
        <p className="sm t2">{webhookWords.by(hook.by, dayAndDate(dateAt(Date.parse(hook.made))))}</p>
      </div>
      <Button look="soft" aria-label={webhookWords.openIt(hook.url)} onClick={onOpen}>
        {webhookWords.open}
      </Button>
    </li>
  );
}

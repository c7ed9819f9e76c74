import { useState } from "react";
import { eventsOf, WebhookEvents } from "#pwa/admin/company/webhook-events";
import { CopyLink } from "#pwa/forms/copy-link";
import { SaveActions } from "#pwa/forms/save-actions";
import { useForm } from "#pwa/forms/use-form";
import { language } from "#pwa/i18n/locale";
import { webhookWords } from "#pwa/i18n/webhooks";
import { call } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";

/** Adds a webhook, and shows the secret of a program's once. */
export function MakeWebhook({ onMade, onDone }: { onMade: () => void; onDone: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [events, setEvents] = useState<string[]>([]);
  const form = useForm({
    start: { style: "standard", url: "", events: "" },
    check: ({ style, url }) => ({
      url: url.trim() ? undefined : webhookWords.urlMissing,
      events: wanted(style).length ? undefined : webhookWords.eventsMissing,
    }),
    send: async ({ style, url }) => {
      const body = { style, url: url.trim(), events: wanted(style), language };
      const made = await call("POST", "/api/webhooks", body, { toast: false, data: true });
      onMade();
      if (made.secret) setSecret(made.secret);
      else onDone();
    },
  });
  const wanted = (style: string) => events.filter((event) => eventsOf(style).includes(event));
  const { style } = form.values;
  if (secret) return <TheSecret secret={secret} onDone={onDone} />;
  return (
    <form {...form.props} className="fields mt4">
      <SelectField {...form.field("style")} label={webhookWords.style}>
        {Object.entries(webhookWords.styles).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <Field
        {...form.field("url")}
        label={webhookWords.url}
        help={webhookWords.urlHelp[style]}
        type="url"
        dir="ltr"
        maxLength={1000}
        autoComplete="off"
      />
      <WebhookEvents
        style={style}
        chosen={events}
        onChoose={setEvents}
        wrong={wanted(style).length ? undefined : form.wrong.events}
      />
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

/** A secret, which is shown this once. */
export const TheSecret = ({ secret, also, onDone }: { secret: string; also?: string; onDone: () => void }) => (
  <div className="mt4">
    <p className="sm t2">
      {webhookWords.madeText} {also}
    </p>
    <CopyLink label={webhookWords.made} link={secret} />
    <Button look="pri" className="mt4" onClick={onDone}>
      {webhookWords.done}
    </Button>
  </div>
);

import { webhookWords } from "#pwa/i18n/webhooks";
import { CheckRow } from "#pwa/ui/check-row";
import { ErrorLine } from "#pwa/ui/error-line";

/** What a channel can be told in words; a program can be told of everything. */
const spoken = ["lunch.unchosen", "invoice.issued", "invoice.overdue", "share.forecast"];

const all = Object.keys(webhookWords.event).filter((event) => event !== "webhook.test");

/** The events that a webhook of a style can be told of. */
export const eventsOf = (style: string) => (style === "standard" ? all : spoken);

type Props = { style: string; chosen: string[]; onChoose: (events: string[]) => void; wrong?: string };

/** Which events a webhook is told. */
export const WebhookEvents = ({ style, chosen, onChoose, wrong }: Props) => (
  <fieldset className="col g2">
    <legend className="lbl">{webhookWords.events}</legend>
    {eventsOf(style).map((event) => (
      <CheckRow
        key={event}
        checked={chosen.includes(event)}
        invalid={Boolean(wrong)}
        onChange={(on) => onChoose(on ? [...chosen, event] : chosen.filter((other) => other !== event))}
      >
        {webhookWords.event[event]}
      </CheckRow>
    ))}
    <ErrorLine text={wrong ?? null} className="mt2" />
  </fieldset>
);

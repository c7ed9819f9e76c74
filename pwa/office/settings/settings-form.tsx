import { useForm } from "#pwa/forms/use-form";
import { appWords } from "#pwa/i18n/app";
import { kitchenSettingWords } from "#pwa/i18n/kitchen-settings";
import { SaveRow } from "#pwa/office/form-actions";
import type { Settings } from "#pwa/office/kitchen";
import { CounterLimits } from "#pwa/office/settings/counter-limits";
import { EditEInvoice } from "#pwa/office/settings/edit-einvoice";
import { EditSeller } from "#pwa/office/settings/edit-seller";
import { VatRates } from "#pwa/office/settings/vat-rates";
import { ShareOffer } from "#pwa/office/support/share-offer";
import { Pending } from "#pwa/office/troubled";
import { type Config, loadConfig, useConfig } from "#pwa/offline/config";
import { call } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenSettingWords;
const names = ["phone", "whatsapp", "instagram", "linkedin", "hello_from", "hello_until"] as const;
type Values = Record<(typeof names)[number], string>;

/** Edits what the app shows of the operator, the usual share terms for new companies and the seller's details on invoices. */
export function SettingsForm() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/settings");
  const config = useConfig();
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      <div className="mt4">
        {!answer && <Pending trouble={trouble} again={again} busy={loading} heights={["320px"]} />}
        {answer && (
          <div className="ksettings">
            <div className="col g4">
              <Form start={startOf(answer.data, config)} />
              <ShareOffer offered={answer.share} />
              <VatRates />
            </div>
            <div className="col g4">
              <CounterLimits />
              <EditSeller
                key={answer.seller_version}
                seller={answer.seller}
                version={answer.seller_version}
                onSaved={() => void again()}
              />
              {answer.einvoice && <EditEInvoice start={answer.einvoice} />}
            </div>
          </div>
        )}
      </div>
    </>
  );
}

/** A moment as the server keeps it, and as the browser's field has it. */
const toField = (kept: string) => kept.slice(0, 16).replace(" ", "T");
const fromField = (typed: string) => (typed ? `${typed.replace("T", " ")}:00`.slice(0, 19) : "");

function startOf(set: Settings, config: Config): Values {
  const value = (name: (typeof names)[number]) => {
    const given = (set as Record<string, string>)[name] ?? config[name];
    return name.startsWith("hello") ? toField(given) : given;
  };
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Values;
}

function Form({ start }: { start: Values }) {
  const form = useForm<Values>({
    start,
    check: () => ({}),
    send: async (values) => {
      const body = { ...values, hello_from: fromField(values.hello_from), hello_until: fromField(values.hello_until) };
      await call("PUT", "/api/kitchen/settings", body, { toast: false });
      toasts.success(words.saved);
      void loadConfig();
    },
  });
  return (
    <form {...form.props} className="card pad col g4 kform">
      <h2 className="h3">{words.contact}</h2>
      <Field label={words.phone} type="tel" dir="ltr" {...form.field("phone")} />
      <Field label={words.whatsapp} type="tel" dir="ltr" {...form.field("whatsapp")} />
      <Field label={words.instagram} type="url" dir="ltr" {...form.field("instagram")} />
      <Field label={words.linkedin} type="url" dir="ltr" {...form.field("linkedin")} />
      <h2 className="h3 mt4">{words.hello}</h2>
      <p className="t2">{words.helloText(appWords.hello)}</p>
      <div className="kdates">
        <Field label={words.from} type="datetime-local" {...form.field("hello_from")} />
        <Field label={words.until} type="datetime-local" help={words.untilHelp} {...form.field("hello_until")} />
      </div>
      <SaveRow form={form} />
    </form>
  );
}

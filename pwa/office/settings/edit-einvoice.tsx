import { RegistrationFields, registrationFaults } from "#pwa/company/registration-fields";
import { useForm } from "#pwa/forms/use-form";
import { einvoiceWords as words } from "#pwa/i18n/einvoice";
import { SaveRow } from "#pwa/office/form-actions";
import type { SettingsAnswer } from "#pwa/office/kitchen";
import { call } from "#pwa/offline/server";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

/** Edits what e-invoices say of the seller beside its name, TRN and address. */
export function EditEInvoice({ start }: { start: SettingsAnswer["einvoice"] }) {
  const form = useForm({
    start,
    check: (typed) => ({
      ...registrationFaults(typed),
      flags: /^[01]{8}$/.test(typed.flags.trim()) ? undefined : words.wrongFlags,
    }),
    send: async (typed) => {
      await call("PUT", "/api/kitchen/settings", { einvoice: typed }, { toast: false });
      toasts.success(words.saved);
    },
  });
  return (
    <form {...form.props} className="card pad col g4 kform" aria-labelledby="einvoice">
      <h2 className="h3" id="einvoice">
        {words.title}
      </h2>
      <p className="t2">{words.text}</p>
      <RegistrationFields form={form} />
      <Field
        label={words.flags}
        help={words.flagsHelp}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={8}
        {...form.field("flags")}
      />
      <SaveRow form={form} />
    </form>
  );
}

import type { Form, Wrong } from "#pwa/forms/use-form";
import { einvoiceWords as words } from "#pwa/i18n/einvoice";
import { formWords } from "#pwa/i18n/form";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";

type RegistrationValues = { emirate: string; kind: string; number: string; issuer: string };

/** What is wrong with a registration: a number needs its kind and who issued it, and the other way round. */
export function registrationFaults({ kind, number, issuer }: RegistrationValues): Wrong<RegistrationValues> {
  const any = number.trim() !== "" || issuer.trim() !== "";
  return {
    kind: any && !kind ? words.needed : undefined,
    number: any && !number.trim() ? words.needed : undefined,
    issuer: any && !issuer.trim() && (kind === "TL" || kind === "PAS") ? words.needed : undefined,
  };
}

/** The fields of what registers a company: its Emirate, and its licence or document. */
export function RegistrationFields<V extends RegistrationValues>({ form }: { form: Form<V> }) {
  const choice = (name: "emirate" | "kind", label: string, options: Record<string, string>) => (
    <SelectField label={formWords.optional(label)} {...form.field(name)}>
      <option value="">{words.choose}</option>
      {Object.entries(options).map(([code, said]) => (
        <option key={code} value={code}>
          {said}
        </option>
      ))}
    </SelectField>
  );
  return (
    <>
      {choice("emirate", words.emirate, words.emirates)}
      {choice("kind", words.kind, words.kinds)}
      <Field
        label={formWords.optional(words.number)}
        autoComplete="off"
        dir="ltr"
        maxLength={60}
        {...form.field("number")}
      />
      <Field
        label={formWords.optional(words.issuer)}
        help={words.issuerHelp}
        autoComplete="off"
        maxLength={120}
        {...form.field("issuer")}
      />
    </>
  );
}

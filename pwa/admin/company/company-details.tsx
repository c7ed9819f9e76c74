import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { trnFault, trnOf } from "#pwa/company/company-rules";
import { RegistrationFields, registrationFaults } from "#pwa/company/registration-fields";
import { EditCard } from "#pwa/forms/edit-card";
import { emailFault, mobileFault, mobileOf, textFault } from "#pwa/forms/field-rules";
import { keptForm } from "#pwa/forms/kept-form";
import { SaveActions } from "#pwa/forms/save-actions";
import { useForm } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { dotted } from "#pwa/i18n/dotted";
import { einvoiceWords } from "#pwa/i18n/einvoice";
import { formWords } from "#pwa/i18n/form";
import type { OwnCompany } from "#pwa/offline/wire";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

/** The company's name and its contact person. */
export function CompanyDetails({ company }: { company: OwnCompany }) {
  const { name, trn, contact_name, contact_email, contact_phone, billing_address } = company.details;
  const main = company.places.find((place) => place.main);
  const keep = `company.details.${company.id}`;
  const at = company.details.registration;
  const said = [einvoiceWords.emirates[at?.emirate as "DXB"], at?.number, at?.issuer, at?.tin].filter(Boolean);
  const contact = [contact_name, contact_email, contact_phone].filter(Boolean);
  return (
    <EditCard
      id="company-details"
      title={companyWords.details}
      edit={companyWords.editDetails}
      already={keptForm(keep, "tab") !== null}
      form={(close) => <EditDetails company={company} keep={keep} onDone={close} />}
    >
      <dl className="facts mt3">
        <div>
          <dt className="sm t2">{companyWords.name}</dt>
          <dd dir="auto">{name}</dd>
        </div>
        <div>
          <dt className="sm t2">{companyWords.trn}</dt>
          <dd className="num">{trn || companyWords.none}</dd>
        </div>
        <div>
          <dt className="sm t2">{companyWords.billing}</dt>
          <dd dir="auto">{billing_address || main?.line || companyWords.none}</dd>
          {!billing_address && main && <dd className="sm t2">{companyWords.billingAsMain(main.label)}</dd>}
        </div>
        <div>
          <dt className="sm t2">{einvoiceWords.companyText}</dt>
          <dd>{said.length > 0 ? dotted(said) : companyWords.none}</dd>
        </div>
        <div>
          <dt className="sm t2">{companyWords.contact}</dt>
          {contact.length === 0 && <dd>{companyWords.none}</dd>}
          {contact.map((line) => (
            <dd key={line} dir="auto">
              {line}
            </dd>
          ))}
        </div>
      </dl>
    </EditCard>
  );
}

const noRegistration = { emirate: "", kind: "", number: "", issuer: "", tin: "" };

function EditDetails({ company, keep, onDone }: { company: OwnCompany; keep: string; onDone: () => void }) {
  const { seal, trn_fixed, registration, ...details } = company.details;
  const start = { ...details, ...noRegistration, ...registration };
  const main = company.places.find((place) => place.main);
  const form = useForm({
    start,
    keep: { name: keep, where: "tab" },
    check: ({ name, trn, contact_email, contact_phone, ...typed }) => ({
      name: textFault(name, 200),
      trn: trn_fixed || trn.trim() ? trnFault(trn) : undefined,
      contact_email: contact_email.trim() ? emailFault(contact_email) : undefined,
      contact_phone: mobileFault(contact_phone),
      tin: /^(1\d{9})?$/.test(typed.tin.trim()) ? undefined : einvoiceWords.wrongTin,
      ...registrationFaults(typed),
    }),
    send: async ({ emirate, kind, number, issuer, tin, ...values }) => {
      await changeCompany("details", {
        ...values,
        registration: { emirate, kind, number, issuer, tin },
        trn: trnOf(values.trn),
        contact_phone: mobileOf(values.contact_phone),
        seen: seal,
      });
      form.forget();
      toasts.success(companyWords.saved);
      onDone();
    },
    explain,
  });
  return (
    <form {...form.props} className="fields mt4">
      <Field
        {...form.field("name")}
        label={companyWords.name}
        help={companyWords.nameHelp}
        autoComplete="organization"
        maxLength={200}
      />
      <Field
        {...form.field("trn")}
        label={companyWords.trn}
        help={trn_fixed ? companyWords.trnFixed : companyWords.trnHelp}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={30}
      />
      <Field
        {...form.field("billing_address")}
        label={formWords.optional(companyWords.billing)}
        help={main && companyWords.billingHelp(main.line)}
        autoComplete="off"
        maxLength={200}
      />
      <Field
        {...form.field("contact_name")}
        label={formWords.optional(companyWords.contactName)}
        autoComplete="off"
        maxLength={200}
      />
      <Field
        {...form.field("contact_email")}
        label={formWords.optional(companyWords.contactEmail)}
        type="email"
        autoComplete="off"
        dir="ltr"
        maxLength={320}
      />
      <Field
        {...form.field("contact_phone")}
        label={formWords.optional(companyWords.contactPhone)}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        dir="ltr"
        maxLength={40}
      />
      <RegistrationFields form={form} />
      <Field
        {...form.field("tin")}
        label={formWords.optional(einvoiceWords.tin)}
        help={einvoiceWords.tinHelp}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={10}
      />
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

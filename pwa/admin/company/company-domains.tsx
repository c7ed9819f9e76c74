import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { domainsFault, domainsOf } from "#pwa/company/company-rules";
import { EditCard } from "#pwa/forms/edit-card";
import { keptForm } from "#pwa/forms/kept-form";
import { SaveActions } from "#pwa/forms/save-actions";
import { useForm } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { formWords } from "#pwa/i18n/form";
import type { OwnCompany } from "#pwa/offline/wire";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

/** The mail domains whose staff become active by proving their e-mail address. */
export function CompanyDomains({ company }: { company: OwnCompany }) {
  const keep = `company.domains.${company.id}`;
  const { domains } = company.domains;
  return (
    <EditCard
      id="company-domains"
      title={companyWords.domains}
      edit={companyWords.editDomains}
      already={keptForm(keep, "tab") !== null}
      form={(close) => <EditDomains company={company} keep={keep} onDone={close} />}
    >
      <p className="sm t2 mt2">{domains.length ? companyWords.domainsText : companyWords.noDomains}</p>
      <ul className="rows mt2">
        {domains.map(({ name, active, waiting }) => (
          <li key={name}>
            <b className="m address">
              <bdi dir="ltr">{name}</bdi>
            </b>
            <span className="sm t2">{companyWords.domainPeople(active, waiting)}</span>
          </li>
        ))}
      </ul>
    </EditCard>
  );
}

function EditDomains({ company, keep, onDone }: { company: OwnCompany; keep: string; onDone: () => void }) {
  const { domains, seal } = company.domains;
  const form = useForm({
    start: { allowed_domains: domains.map(({ name }) => name).join(", ") },
    keep: { name: keep, where: "tab" },
    check: ({ allowed_domains }) => ({ allowed_domains: domainsFault(allowed_domains) }),
    send: async ({ allowed_domains }) => {
      await changeCompany("domains", { domains: domainsOf(allowed_domains), seen: seal });
      form.forget();
      toasts.success(companyWords.saved);
      onDone();
    },
    explain,
  });
  return (
    <form {...form.props} className="fields mt4">
      <Field
        {...form.field("allowed_domains")}
        label={formWords.optional(companyWords.domainsField)}
        help={companyWords.domainsHelp}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        dir="ltr"
        maxLength={1500}
      />
      <p className="sm t2">{companyWords.domainsKeep}</p>
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

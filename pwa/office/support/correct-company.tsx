import { trnFault, trnOf } from "#pwa/company/company-rules";
import { textFault } from "#pwa/forms/field-rules";
import { useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { kitchenWords, kitchenCompanyWords as words } from "#pwa/i18n/kitchen";
import type { CompanySheet } from "#pwa/office/kitchen";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { call } from "#pwa/offline/server";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

type Props = { company: CompanySheet; onDone: () => void; onClose: () => void };

/** Corrects what the company's next documents name, with the reason that its admins read. */
export function CorrectCompany({ company, onDone, onClose }: Props) {
  const customer = company.status === "Active" || company.status === "Suspended";
  const form = useForm({
    start: { name: company.name, trn: company.trn, billing_address: company.billing_address, reason: "" },
    check: ({ name, trn, reason }) => ({
      name: textFault(name, 200),
      trn: customer || trn.trim() ? trnFault(trn) : undefined,
      reason: reason.trim() ? undefined : kitchenWords.reasonMissing,
    }),
    send: async ({ name, trn, billing_address, reason }) => {
      await call(
        "POST",
        `/api/kitchen/companies/${company.id}/correct`,
        { name, trn: trnOf(trn), billing_address, reason, seen: company.seal },
        { toast: false },
      );
      toasts.success(words.corrected);
      onDone();
      onClose();
    },
    explain: (fault) => (fault.reason === "company_changed" ? words.changed : undefined),
  });
  return (
    <SettingSheet title={words.correctTitle} form={form} onClose={onClose}>
      <p className="t2">{words.correctText}</p>
      <Field label={words.legalName} autoComplete="off" maxLength={200} {...form.field("name")} data-first />
      <Field label={words.trn} inputMode="numeric" autoComplete="off" dir="ltr" maxLength={30} {...form.field("trn")} />
      <Field
        label={formWords.optional(words.billing)}
        help={words.billingHelp}
        autoComplete="off"
        maxLength={200}
        {...form.field("billing_address")}
      />
      <Field label={words.correctReason} autoComplete="off" maxLength={300} {...form.field("reason")} />
    </SettingSheet>
  );
}

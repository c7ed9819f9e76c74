import { trnFault, trnOf } from "#pwa/company/company-rules";
import { emailFault, mobileFault, textFault } from "#pwa/forms/field-rules";
import { useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { sellerWords as words } from "#pwa/i18n/kitchen-settings";
import { SaveRow } from "#pwa/office/form-actions";
import type { SettingsAnswer } from "#pwa/office/kitchen";
import { call } from "#pwa/offline/server";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

type Props = { seller: SettingsAnswer["seller"]; version: number; onSaved: () => void };

const iban = /^iban[\s:]*/i;

/** Who our tax invoices come from. The account for transfers is kept as lines: bank, account name, IBAN. */
export function EditSeller({ seller, version, onSaved }: Props) {
  const lines = seller.bank.split("\n").filter(Boolean);
  const [bank = "", ...holder] = lines.filter((line) => !iban.test(line));
  const form = useForm({
    start: {
      name: seller.name,
      trn: seller.trn,
      address: seller.address,
      bank,
      holder: holder.join(", "),
      iban: lines.find((line) => iban.test(line))?.replace(iban, "") ?? "",
      email: seller.email,
      phone: seller.phone ?? "",
    },
    check: ({ name, trn, address, email, phone }) => ({
      name: textFault(name, 200),
      trn: trnFault(trn),
      address: textFault(address, 200),
      email: email.trim() ? emailFault(email) : undefined,
      phone: mobileFault(phone),
    }),
    send: async (typed) => {
      const account = typed.iban.trim() && `IBAN ${typed.iban.trim()}`;
      await call(
        "PUT",
        "/api/kitchen/settings/seller",
        {
          name: typed.name,
          trn: trnOf(typed.trn),
          address: typed.address,
          bank: [typed.bank.trim(), typed.holder.trim(), account].filter(Boolean).join("\n"),
          email: typed.email,
          phone: typed.phone,
          seen: version,
        },
        { toast: false },
      );
      toasts.success(words.saved);
      onSaved();
    },
    fieldOf: (name) => (name === "bank" ? "iban" : name),
    explain: (fault) => (fault.reason === "seller_changed" ? words.changed : undefined),
  });
  return (
    <form {...form.props} className="card pad col g4 kform" aria-labelledby="seller">
      <h2 className="h3" id="seller">
        {words.title}
      </h2>
      <p className="t2">{words.text}</p>
      <Field label={words.name} autoComplete="off" maxLength={200} {...form.field("name")} />
      <Field label={words.trn} inputMode="numeric" autoComplete="off" dir="ltr" maxLength={30} {...form.field("trn")} />
      <Field label={words.address} autoComplete="off" maxLength={200} {...form.field("address")} />
      <Field label={formWords.optional(words.bank)} autoComplete="off" maxLength={100} {...form.field("bank")} />
      <Field label={formWords.optional(words.holder)} autoComplete="off" maxLength={100} {...form.field("holder")} />
      <Field
        label={formWords.optional(words.iban)}
        help={words.ibanHelp}
        autoComplete="off"
        dir="ltr"
        maxLength={50}
        {...form.field("iban")}
      />
      <Field label={formWords.optional(words.email)} type="email" dir="ltr" maxLength={320} {...form.field("email")} />
      <Field label={formWords.optional(words.phone)} type="tel" dir="ltr" maxLength={40} {...form.field("phone")} />
      <SaveRow form={form} />
    </form>
  );
}

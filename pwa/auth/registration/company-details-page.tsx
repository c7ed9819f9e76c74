import { useLocation, useNavigate } from "react-router";
import { type Details, detailsFaults, detailsKept, noDetails } from "#pwa/auth/registration/registration";
import { Steps } from "#pwa/auth/registration/steps";
import { AddressFields } from "#pwa/forms/address-fields";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { MobileField } from "#pwa/forms/mobile-field";
import { useForm, type Wrong } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { detailsWords, subscriptionWords } from "#pwa/i18n/subscription";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import "#pwa/auth/registration/subscription.css";
import "#pwa/forms/form.css";

/** Asks for the company, its delivery address and its admin. What is typed is kept on the device, also offline. */
export function CompanyDetailsPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const form = useForm<Details>({
    start: noDetails,
    keep: detailsKept,
    local: true,
    wrong: (state as { wrong?: Wrong<Details> } | null)?.wrong,
    check: detailsFaults,
    send: async () => void (await navigate("/company/register")),
  });
  const { field } = form;
  return (
    <div className="regpage">
      <Steps at={1} title={detailsWords.title} />
      <h1>{detailsWords.title}</h1>
      <p className="t2 mt2">{detailsWords.text}</p>
      <form {...form.props} className="fields narrow mt6">
        <fieldset className="card pad fields">
          <legend className="h3">{detailsWords.company}</legend>
          <Field
            {...field("company_name")}
            label={detailsWords.companyName}
            help={detailsWords.companyNameHelp}
            autoComplete="organization"
            enterKeyHint="next"
            maxLength={200}
          />
          <Field
            {...field("trn")}
            label={detailsWords.trn}
            help={detailsWords.trnHelp}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            enterKeyHint="next"
            maxLength={30}
          />
          <Field
            {...field("allowed_domains")}
            label={formWords.optional(detailsWords.domains)}
            help={detailsWords.domainsHelp}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            enterKeyHint="next"
            maxLength={500}
          />
        </fieldset>
        <fieldset className="card pad fields">
          <legend className="h3">{detailsWords.address}</legend>
          <AddressFields form={form} />
        </fieldset>
        <fieldset className="card pad fields">
          <legend className="h3">{detailsWords.you}</legend>
          <p className="sm t2 under">{detailsWords.youText}</p>
          <Field {...field("name")} label={formWords.name} autoComplete="name" enterKeyHint="next" maxLength={200} />
          <Field
            {...field("email")}
            label={formWords.workEmail}
            help={detailsWords.emailHelp}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            enterKeyHint="next"
            maxLength={320}
          />
          <MobileField {...field("mobile")} />
        </fieldset>
        <FormTrouble form={form} />
        <Button type="submit" look="pri" size="lg" full after="arrow">
          {subscriptionWords.next}
        </Button>
      </form>
    </div>
  );
}

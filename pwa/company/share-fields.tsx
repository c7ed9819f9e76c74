import type { Payer, ShareValues } from "#pwa/company/share";
import type { Form } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { payWords } from "#pwa/i18n/subscription";
import { Field } from "#pwa/ui/field";
import { RadioRow } from "#pwa/ui/radio-row";
import { Segment } from "#pwa/ui/segment";

const payers: { value: Payer; title: string; text: string }[] = [
  { value: "employees", title: payWords.employees, text: payWords.employeesText },
  { value: "company", title: payWords.company, text: payWords.companyText },
  { value: "both", title: payWords.both, text: payWords.bothText },
];

/** The fields for who pays, how much of each day, and the cap. */
export function ShareFields({ form }: { form: Form<ShareValues> }) {
  const { who, share_type, share_duration } = form.values;
  return (
    <>
      <fieldset className="col g3">
        <legend className="sr">{payWords.who}</legend>
        {payers.map(({ value, title, text }) => (
          <RadioRow
            key={value}
            name="who"
            value={value}
            checked={who === value}
            onChoose={() => form.set("who", value)}
          >
            <span className="grow">
              <b className="m">{title}</b>
              <span className="sm t2 line">{text}</span>
            </span>
          </RadioRow>
        ))}
      </fieldset>
      {who === "both" && (
        <fieldset className="card pad fields">
          <legend className="sr">{payWords.shareType}</legend>
          <Segment<ShareValues["share_type"]>
            label={payWords.shareType}
            value={share_type}
            onChange={(type) => form.set("share_type", type)}
            options={[
              { value: "Percentage", label: payWords.percentage },
              { value: "Flat", label: payWords.flat },
            ]}
          />
          {share_type === "Percentage" ? (
            <Field
              {...form.field("percent")}
              label={payWords.percent}
              help={payWords.percentHelp}
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              maxLength={4}
            />
          ) : (
            <Field
              {...form.field("amount")}
              label={payWords.amount}
              help={payWords.amountHelp}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              maxLength={9}
            />
          )}
          <Field
            {...form.field("cap")}
            label={formWords.optional(payWords.cap)}
            help={payWords.capHelp}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            maxLength={10}
          />
          {form.values.cap.trim() && (
            <Segment<ShareValues["share_duration"]>
              label={payWords.duration}
              value={share_duration}
              onChange={(duration) => form.set("share_duration", duration)}
              options={(["Daily", "Weekly", "Monthly"] as const).map((value) => ({
                value,
                label: payWords.per[value],
              }))}
            />
          )}
        </fieldset>
      )}
    </>
  );
}

import type { CSSProperties } from "react";
import { hasCountryCode } from "#pwa/forms/field-rules";
import { formWords } from "#pwa/i18n/form";
import { Field } from "#pwa/ui/field";

/** The country code of the UAE, which applies until another one is typed. */
const countryCode = "+971";

type Props = {
  name: string;
  value: string;
  error?: string;
  onChange: (event: { target: { value: string } }) => void;
  optional?: boolean;
  /** Instead of what the number is for at other places. */
  help?: string;
};

/** A phone number with the country code in front of it. */
export const MobileField = ({ value, optional, help = formWords.mobileHelp, ...field }: Props) => (
  <div
    className={hasCountryCode(value) ? "mobile" : "mobile coded"}
    style={{ "--country": JSON.stringify(countryCode) } as CSSProperties}
  >
    <Field
      {...field}
      value={value}
      label={optional ? formWords.optional(formWords.mobile) : formWords.mobile}
      help={help}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      dir="ltr"
      enterKeyHint="next"
      maxLength={40}
    />
  </div>
);

import { textFault } from "#pwa/forms/field-rules";
import { PlaceField } from "#pwa/forms/place-field";
import type { Form } from "#pwa/forms/use-form";
import { useKnown } from "#pwa/forms/use-known";
import { addressWords, formWords } from "#pwa/i18n/form";
import { rulesWords } from "#pwa/i18n/rules";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";

/** Where lunch is brought, under the names that the server has for it. */
export type AddressValues = { address_label: string; address_line: string; area_timing_id: string };

export const noAddress: AddressValues = { address_label: "", address_line: "", area_timing_id: "" };

export const addressFaults = (values: AddressValues) => ({
  address_label: textFault(values.address_label, 60),
  address_line: textFault(values.address_line, 200),
  area_timing_id: values.area_timing_id ? undefined : rulesWords.area,
});

/** The fields for name, street and area. The maps library completes the street when a key for it is configured. */
export function AddressFields<V extends AddressValues>({ form }: { form: Form<V> }) {
  const areas = useKnown("/api/areas");
  const { field, set } = form as unknown as Form<AddressValues>;
  const { error, ...area } = field("area_timing_id");
  return (
    <>
      <Field
        {...field("address_label")}
        label={addressWords.label}
        help={addressWords.labelHelp}
        autoComplete="off"
        enterKeyHint="next"
        maxLength={120}
      />
      <PlaceField
        {...field("address_line")}
        onPlace={({ line, text }) => {
          set("address_line", line);
          const found = areas?.find((one) => !one.ramadan_only && text.toLowerCase().includes(one.area.toLowerCase()));
          if (found) form.set("area_timing_id", found.id);
        }}
      />
      <SelectField
        {...area}
        label={addressWords.area}
        help={areas === null ? addressWords.areasMissing : addressWords.areaHelp}
        error={error}
        autoComplete="off"
      >
        <option value="">{areas === undefined ? addressWords.areasWaiting : formWords.choose}</option>
        {areas?.map((one) => (
          <option key={one.id} value={one.id}>
            {addressWords.areaOption(one)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

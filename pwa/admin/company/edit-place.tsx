import { useState } from "react";
import { ulid } from "ulid";
import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { AddressFields, type AddressValues, addressFaults, noAddress } from "#pwa/forms/address-fields";
import { SaveActions } from "#pwa/forms/save-actions";
import { useForm } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import type { OwnCompany, Place } from "#pwa/offline/wire";
import { toasts } from "#pwa/ui/toast-store";

type Props = { company: OwnCompany; place?: Place; onDone: () => void };

/** A new place, or one that is renamed or moves. */
export function EditPlace({ company, place, onDone }: Props) {
  // Sent twice it is one place.
  const [next] = useState(() => ulid());
  const form = useForm<AddressValues>({
    start: place
      ? { address_label: place.label, address_line: place.line, area_timing_id: place.area_timing_id }
      : noAddress,
    keep: { name: `company.place.${place?.id ?? company.id}`, where: "tab" },
    check: addressFaults,
    fieldOf: (name) => (name === "label" || name === "line" ? `address_${name}` : name),
    send: async ({ address_label, address_line, area_timing_id }) => {
      const content = { label: address_label.trim(), line: address_line.trim(), area_timing_id };
      if (place) await changeCompany("place-change", { id: place.id, ...content, next, seen: place.seal });
      else await changeCompany("place-add", { id: next, ...content });
      form.forget();
      if (place && moves)
        toasts.success(companyWords.saved, { text: companyWords.moved(place.people, place.deliveries) });
      else toasts.success(companyWords.saved);
      onDone();
    },
    explain,
  });
  const { address_line, area_timing_id } = form.values;
  const { billing_address } = company.details;
  const moves = place && (address_line.trim() !== place.line || area_timing_id !== place.area_timing_id);
  return (
    <form {...form.props} className="fields mt4">
      <AddressFields form={form} />
      {moves && (
        <div className="sm t2" role="status">
          <p>{companyWords.moveText(place.people, place.deliveries)}</p>
          {place.main && <p className="mt2">{companyWords.mainMoves(!billing_address)}</p>}
          {place.main && billing_address && <p className="mt2">{companyWords.billingStays(billing_address)}</p>}
        </div>
      )}
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

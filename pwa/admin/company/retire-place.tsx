import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { useForm } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { formWords } from "#pwa/i18n/form";
import type { OwnCompany, Place } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

type Props = { company: OwnCompany; place: Place; onClose: () => void };

/** Takes a place away from what can be chosen. Nothing that was ordered goes anywhere else. */
export function RetirePlace({ company, place, onClose }: Props) {
  const others = company.places.filter(({ id }) => id !== place.id);
  const form = useForm({
    start: { to: others[0]?.id ?? "" },
    check: () => ({}),
    send: async ({ to }) => {
      await changeCompany("place-retire", { id: place.id, to });
      toasts.success(companyWords.saved, { text: companyWords.moved(place.people, place.deliveries) });
      onClose();
    },
    explain,
  });
  const chosen = others.find(({ id }) => id === form.values.to);
  return (
    <Sheet open kind="alert" title={companyWords.retireTitle(place.label)} onClose={onClose}>
      <form {...form.props} className="fields mt2">
        <p className="t2">{companyWords.retireText(place.people, place.deliveries)}</p>
        <SelectField {...form.field("to")} label={companyWords.retireTo}>
          {others.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        {place.main && chosen && (
          <p className="sm t2">{companyWords.mainRetires(chosen.label, !company.details.billing_address)}</p>
        )}
        <FormTrouble form={form} />
        <div className="row wrap g2 actions">
          <Button type="submit" look="danger" busy={form.busy}>
            {companyWords.retire}
          </Button>
          <Button look="ghost" data-first onClick={onClose}>
            {formWords.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

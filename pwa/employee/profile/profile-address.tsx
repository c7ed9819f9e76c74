import { useState } from "react";
import { updateProfile } from "#pwa/employee/profile/account";
import { AddressFields, type AddressValues, addressFaults } from "#pwa/forms/address-fields";
import { keptForm } from "#pwa/forms/kept-form";
import { SaveActions } from "#pwa/forms/save-actions";
import { useEditing } from "#pwa/forms/use-editing";
import { useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { joined } from "#pwa/i18n/joined";
import { profileWords } from "#pwa/i18n/profile";
import type { Profile } from "#pwa/offline/session";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import type { Address } from "#pwa/offline/wire";
import { Icon } from "#pwa/ui/icon";
import { RadioRow } from "#pwa/ui/radio-row";
import { toasts } from "#pwa/ui/toast-store";

/** Where lunch is delivered: one of the company's places, or the own address of a Cash client. */
export function ProfileAddress({ profile }: { profile: Profile }) {
  const own = profile.company_type === "Cash";
  const keep = `address.${profile.id}`;
  const known = useAddresses();
  const addresses = known?.filter(({ retired }) => !retired);
  const { editing, card, open, close } = useEditing(own && keptForm(keep, "tab") !== null);
  const chosen = addresses?.find(({ id }) => id === profile.address_id) ?? (own ? addresses?.[0] : undefined);
  const canChange = own || (addresses?.length ?? 0) > 1 || (addresses?.length === 1 && !chosen);
  return (
    <section className="card pad" ref={card} aria-labelledby="address">
      <div className="row between">
        <h2 className="h3" id="address">
          {profileWords.address}
        </h2>
        {!editing && canChange && (
          <button
            type="button"
            className="link u sm"
            aria-label={chosen ? profileWords.changeAddress : profileWords.addAddress}
            onClick={open}
          >
            {chosen ? formWords.edit : profileWords.addAddress}
          </button>
        )}
      </div>
      {!editing && (chosen ? <Place address={chosen} /> : <NoPlace own={own} />)}
      {editing && own && <OwnAddress address={chosen} keep={keep} onDone={close} />}
      {editing && !own && addresses && <ChooseAddress addresses={addresses} chosen={chosen?.id} onDone={close} />}
    </section>
  );
}

const Place = ({ address }: { address: Address }) => (
  <div className="row g3 mt3 place">
    <Icon name="pin" />
    <div className="grow">
      <p className="m">{address.label}</p>
      <p className="sm t2">{whereIs(address)}</p>
      {address.from && <p className="sm t2 num">{profileWords.addressTime(address.from, address.until)}</p>}
    </div>
  </div>
);

/** The line, and the area where the line does not name it. */
const whereIs = ({ line, area }: Address) => (line.includes(area) ? line : joined([line, area]));

const NoPlace = ({ own }: { own: boolean }) => (
  <div className="mt3">
    <p>{profileWords.noAddress}</p>
    {!own && <p className="sm t2">{profileWords.noAddressCompany}</p>}
  </div>
);

function OwnAddress({ address, keep, onDone }: { address?: Address; keep: string; onDone: () => void }) {
  const form = useForm<AddressValues>({
    start: {
      address_label: address?.label ?? "",
      address_line: address?.line ?? "",
      area_timing_id: address?.area_timing_id ?? "",
    },
    keep: { name: keep, where: "tab" },
    check: addressFaults,
    fieldOf: serverNames,
    send: async ({ address_label, address_line, area_timing_id }) => {
      await updateProfile({ address: { label: address_label.trim(), line: address_line.trim(), area_timing_id } });
      form.forget();
      toasts.success(profileWords.saved);
      onDone();
    },
  });
  return (
    <form {...form.props} className="fields mt4">
      <AddressFields form={form} />
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

/** `address.label` is this form's `address_label`. */
const serverNames = (name: string) => {
  const last = name.split(".").at(-1) ?? name;
  return last === "label" || last === "line" ? `address_${last}` : last;
};

function ChooseAddress({ addresses, chosen, onDone }: { addresses: Address[]; chosen?: string; onDone: () => void }) {
  const [id, setId] = useState(chosen ?? addresses[0]?.id ?? "");
  const form = useForm({
    start: {},
    check: () => ({}),
    send: async () => {
      await updateProfile({ address_id: id });
      toasts.success(profileWords.saved);
      onDone();
    },
  });
  return (
    <form {...form.props} className="fields mt4">
      <fieldset className="col g3">
        <legend className="sr">{profileWords.chooseAddress}</legend>
        {addresses.map((address) => (
          <RadioRow
            key={address.id}
            name="address"
            value={address.id}
            checked={address.id === id}
            onChoose={() => setId(address.id)}
          >
            <span className="grow">
              <b className="m">{address.label}</b>
              <span className="sm t2 line">{whereIs(address)}</span>
              {address.from && (
                <span className="sm t2 line num">{profileWords.addressTime(address.from, address.until)}</span>
              )}
            </span>
          </RadioRow>
        ))}
      </fieldset>
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

import { updateProfile } from "#pwa/employee/profile/account";
import { EditCard } from "#pwa/forms/edit-card";
import { mobileFault, mobileOf, textFault } from "#pwa/forms/field-rules";
import { keptForm } from "#pwa/forms/kept-form";
import { MobileField } from "#pwa/forms/mobile-field";
import { SaveActions } from "#pwa/forms/save-actions";
import { useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { profileWords } from "#pwa/i18n/profile";
import type { Profile } from "#pwa/offline/session";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

/** Name, mobile, and the details that the person cannot change themselves. */
export function ProfileDetails({ profile }: { profile: Profile }) {
  const keep = `profile.${profile.id}`;
  const lines = [
    [profileWords.name, profile.name],
    [profileWords.email, profile.email],
    [profileWords.mobile, profile.mobile || profileWords.none],
    ...(profile.company_type === "Cash" ? [] : [[profileWords.company, companyOf(profile)]]),
    [profileWords.role, profileWords.roles[profile.client_type] ?? profile.client_type],
  ] as const;
  return (
    <EditCard
      id="details"
      title={profileWords.details}
      edit={profileWords.editDetails}
      already={keptForm(keep, "tab") !== null}
      form={(close) => <EditDetails profile={profile} keep={keep} onDone={close} />}
    >
      <dl className="facts mt3">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="sm t2">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </EditCard>
  );
}

const companyOf = ({ company_name, company_status }: Profile) => {
  const name = company_name ?? profileWords.none;
  return company_status === "Pending" ? profileWords.companyPending(name) : name;
};

type Editing = { profile: Profile; keep: string; onDone: () => void };

function EditDetails({ profile, keep, onDone }: Editing) {
  const form = useForm({
    start: { name: profile.name, mobile: profile.mobile },
    keep: { name: keep, where: "tab" },
    check: ({ name, mobile }) => ({ name: textFault(name), mobile: mobileFault(mobile) }),
    send: async ({ name, mobile }) => {
      await updateProfile({ name: name.trim(), mobile: mobileOf(mobile) });
      form.forget();
      toasts.success(profileWords.saved);
      onDone();
    },
  });
  return (
    <form {...form.props} className="fields mt4">
      <Field {...form.field("name")} label={formWords.name} autoComplete="name" enterKeyHint="next" maxLength={200} />
      <Field label={formWords.email} help={profileWords.emailHelp} value={profile.email} readOnly dir="ltr" />
      <MobileField {...form.field("mobile")} optional />
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

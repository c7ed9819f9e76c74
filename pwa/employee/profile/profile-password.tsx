import { Link } from "react-router";
import { changePassword } from "#pwa/employee/profile/account";
import { passwordFault } from "#pwa/forms/field-rules";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { PasswordField } from "#pwa/forms/password-field";
import { useEditing } from "#pwa/forms/use-editing";
import { useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { profileWords } from "#pwa/i18n/profile";
import { rulesWords } from "#pwa/i18n/rules";
import type { Profile } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { toasts } from "#pwa/ui/toast-store";

/** The password, changed by who knows the old one. Nothing of it is kept. */
export function ProfilePassword({ profile }: { profile: Profile }) {
  const { editing, card, open, close } = useEditing();
  return (
    <section className="card pad" ref={card} aria-labelledby="password-title">
      <h2 className="h3" id="password-title">
        {profileWords.password}
      </h2>
      {editing ? (
        <ChangePassword profile={profile} onDone={close} />
      ) : (
        <>
          <p className="sm t2 mt2">{profileWords.passwordText}</p>
          <Button look="out" className="mt4" icon="lock" onClick={open}>
            {profileWords.changePassword}
          </Button>
        </>
      )}
    </section>
  );
}

function ChangePassword({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const form = useForm({
    start: { current_password: "", password: "" },
    check: ({ current_password, password }) => ({
      current_password: current_password ? undefined : rulesWords.missing,
      password:
        passwordFault(password, profile.email) ??
        (password === current_password ? profileWords.passwordSame : undefined),
    }),
    send: async ({ current_password, password }) => {
      await changePassword(current_password, password);
      toasts.success(profileWords.passwordSaved, { text: profileWords.passwordSavedText });
      onDone();
    },
    explain: (fault) => (fault.reason === "no_password" ? profileWords.noPassword : undefined),
  });
  return (
    <form {...form.props} className="fields mt4">
      <input type="hidden" name="username" autoComplete="username" value={profile.email} readOnly />
      <PasswordField
        {...form.field("current_password")}
        label={profileWords.currentPassword}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field("password")}
        label={formWords.newPassword}
        help={formWords.passwordHelp}
        autoComplete="new-password"
      />
      <FormTrouble form={form} />
      <div className="row g2 actions">
        <Button type="submit" look="pri" busy={form.busy}>
          {profileWords.changePassword}
        </Button>
        <Button look="ghost" onClick={onDone}>
          {formWords.cancel}
        </Button>
      </div>
      <p className="sm t2">
        {profileWords.noCurrent}{" "}
        <Link className="link u sm" to="/password-reset" state={{ email: profile.email }}>
          {profileWords.byCode}
        </Link>
      </p>
    </form>
  );
}

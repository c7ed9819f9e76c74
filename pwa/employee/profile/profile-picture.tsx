import { setPicture } from "#pwa/employee/profile/account";
import { usePicture } from "#pwa/forms/use-picture";
import { profileWords } from "#pwa/i18n/profile";
import type { Profile } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";

/** Who it is, at a glance, and the picture that others see with the name. */
export function ProfilePicture({ profile }: { profile: Profile }) {
  const { busy, error, choose, remove, input } = usePicture(async (chosen) => {
    await setPicture(chosen);
    toasts.success(chosen ? profileWords.pictureSaved : profileWords.pictureRemoved);
  });
  const { profile_picture: picture, name, email } = profile;
  return (
    <section className="card pad whoami" aria-label={profileWords.picture}>
      <div className="row g4">
        {picture ? (
          <img className="face" src={picture} alt="" width={88} height={88} />
        ) : (
          <span className="face" aria-hidden="true">
            <Icon name="user" />
          </span>
        )}
        <div className="grow">
          <p className="h3 clamp2">{name}</p>
          <p className="sm t2 address">
            <bdi dir="ltr">{email}</bdi>
          </p>
        </div>
      </div>
      <input id="picture" {...input} />
      <div className="row wrap g2 mt4">
        <Button look="soft" busy={busy === "set"} onClick={choose}>
          {picture ? profileWords.changePicture : profileWords.addPicture}
        </Button>
        {picture && (
          <Button look="ghost" busy={busy === "remove"} onClick={remove}>
            {profileWords.removePicture}
          </Button>
        )}
      </div>
      <p className={error ? "help err mt3" : "sm t2 mt3"} role={error ? "alert" : undefined}>
        {error && <Icon name="err" size="s" />}
        <span>{error ?? profileWords.pictureHelp}</span>
      </p>
    </section>
  );
}

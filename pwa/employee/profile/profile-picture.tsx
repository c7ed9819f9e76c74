import { type ChangeEvent, useRef, useState } from "react";
import { setPicture } from "#pwa/employee/profile/account";
import { formTrouble } from "#pwa/forms/use-form";
import { profileWords } from "#pwa/i18n/profile";
import type { Profile } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { NotAPicture, shrinkPicture } from "#pwa/ui/shrink-picture";
import { toasts } from "#pwa/ui/toast-store";

const said = {
  kind: profileWords.pictureKind,
  big: profileWords.pictureBig,
  broken: profileWords.pictureBroken,
};

/** Who it is, at a glance, and the picture that others see with the name. */
export function ProfilePicture({ profile }: { profile: Profile }) {
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<"set" | "remove" | null>(null);
  const [error, setError] = useState<string | null>(null);

  const work = async (what: "set" | "remove", base64: () => Promise<string>) => {
    if (busy) return;
    setBusy(what);
    setError(null);
    try {
      await setPicture(await base64());
      toasts.success(what === "set" ? profileWords.pictureSaved : profileWords.pictureRemoved);
    } catch (cause) {
      setError(cause instanceof NotAPicture ? said[cause.why] : formTrouble(cause));
    } finally {
      setBusy(null);
    }
  };
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const picture = event.target.files?.[0];
    // The same file can be chosen again after a fault.
    event.target.value = "";
    if (picture) void work("set", () => shrinkPicture(picture));
  };
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
          <p className="sm t2 address" dir="ltr">
            {email}
          </p>
        </div>
      </div>
      <input
        ref={file}
        id="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        tabIndex={-1}
        onChange={chosen}
      />
      <div className="row wrap g2 mt4">
        <Button look="soft" busy={busy === "set"} onClick={() => file.current?.click()}>
          {picture ? profileWords.changePicture : profileWords.addPicture}
        </Button>
        {picture && (
          <Button look="ghost" busy={busy === "remove"} onClick={() => void work("remove", async () => "")}>
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

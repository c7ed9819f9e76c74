import { type ChangeEvent, useRef, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { bookWords as words } from "#pwa/i18n/book";
import { call, Offline } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { NotAPicture, shrinkPicture } from "#pwa/ui/shrink-picture";

const why = { kind: words.photoKind, big: words.photoBig, broken: words.photoBroken };
/** A meal's photo is not cropped, and no larger than the server accepts. */
const shape = { whole: true, side: 1024, most: 700_000 };

/** A photo in place of the drawn plate: resized here, stored by the server, and named by the meal once that is saved. */
export function PhotoOfMeal({ photo, onChange }: { photo: string; onChange: (photo: string | undefined) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // The meal is edited while a photo uploads, so the photo goes into the form as it is when the upload ends.
  const newest = useRef(onChange);
  newest.current = onChange;
  const chosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const picture = event.target.files?.[0];
    // Lets the same file be chosen again after an error.
    event.target.value = "";
    if (!picture || busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { picture: await shrinkPicture(picture, shape) };
      const kept = await call("POST", "/api/kitchen/photos", body, {
        toast: false,
        timeout: 60_000,
      });
      newest.current(kept.photo);
    } catch (cause) {
      setError(
        cause instanceof NotAPicture
          ? why[cause.why]
          : cause instanceof Offline
            ? words.photoOffline
            : formTrouble(cause),
      );
    }
    setBusy(false);
  };
  return (
    <div>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={words.photo}
        hidden
        tabIndex={-1}
        onChange={(event) => void chosen(event)}
      />
      <div className="row wrap g2">
        <Button look="soft" icon="cloudup" busy={busy} onClick={() => file.current?.click()}>
          {photo ? words.photoChange : words.photoAdd}
        </Button>
        {photo && (
          <Button look="ghost" onClick={() => onChange(undefined)}>
            {words.photoRemove}
          </Button>
        )}
      </div>
      <p className={error ? "help err mt2" : "sm t2 mt2"} role={error ? "alert" : undefined}>
        {error && <Icon name="err" size="s" />}
        <span>{error ?? words.photoHelp}</span>
      </p>
    </div>
  );
}

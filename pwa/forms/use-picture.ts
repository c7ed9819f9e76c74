import { type ChangeEvent, useRef, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { profileWords } from "#pwa/i18n/profile";
import { NotAPicture, shrinkPicture } from "#pwa/ui/shrink-picture";

const said = { kind: profileWords.pictureKind, big: profileWords.pictureBig, broken: profileWords.pictureBroken };

/**
 * Saves a picture that is chosen on the device, made smaller, or removes it. `save` gets a data URL, and an empty text to remove;
 * `explain` says why it failed. `input` is for the file field, which `choose` opens.
 */
export function usePicture(save: (picture: string) => Promise<void>, explain = formTrouble) {
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<"set" | "remove" | null>(null);
  const [error, setError] = useState<string | null>(null);

  const work = async (what: "set" | "remove", picture: () => Promise<string>) => {
    if (busy) return;
    setBusy(what);
    setError(null);
    try {
      await save(await picture());
    } catch (cause) {
      setError(cause instanceof NotAPicture ? said[cause.why] : explain(cause));
    } finally {
      setBusy(null);
    }
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const picture = event.target.files?.[0];
    // The same file can be chosen again after a fault.
    event.target.value = "";
    if (picture) void work("set", () => shrinkPicture(picture));
  };
  return {
    busy,
    error,
    choose: () => file.current?.click(),
    remove: () => void work("remove", async () => ""),
    input: { ref: file, type: "file", accept: "image/jpeg,image/png,image/webp", hidden: true, tabIndex: -1, onChange },
  };
}

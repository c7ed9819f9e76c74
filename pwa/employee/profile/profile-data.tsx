import { lazy, Suspense, useState } from "react";
import { fetchMyData } from "#pwa/employee/profile/account";
import { formTrouble } from "#pwa/forms/use-form";
import { profileWords } from "#pwa/i18n/profile";
import type { Profile } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { saveFile } from "#pwa/ui/save-file";
import { toasts } from "#pwa/ui/toast-store";

const DeleteAccount = lazy(async () => ({
  default: (await import("#pwa/employee/profile/delete-account")).DeleteAccount,
}));

/** What is kept about the person: to take along, or to be erased. */
export function ProfileData({ profile }: { profile: Profile }) {
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const download = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const file = await fetchMyData();
      saveFile(file);
      toasts.success(profileWords.downloaded, { text: file.name });
    } catch (cause) {
      toasts.error(formTrouble(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card pad" aria-labelledby="data">
      <h2 className="h3" id="data">
        {profileWords.data}
      </h2>
      <p className="sm t2 mt2">{profileWords.dataText}</p>
      <Button look="out" className="mt4" busy={busy} onClick={() => void download()}>
        {profileWords.download}
      </Button>
      {profile.client_type !== "Operator" && (
        <>
          <p className="sm t2 mt6">{profileWords.deleteText}</p>
          <Button look="ghost" className="mt2 leave" icon="trash" onClick={() => setDeleting(true)}>
            {profileWords.deleteOpen}
          </Button>
        </>
      )}
      {deleting && (
        <Suspense fallback={null}>
          <DeleteAccount profile={profile} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </section>
  );
}

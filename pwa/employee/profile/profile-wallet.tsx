import { formatAed } from "#pwa/i18n/amounts";
import { profileWords } from "#pwa/i18n/profile";
import { useLive } from "#pwa/offline/use-live";

/** What is in an admin's own wallet, where there is something: admins have no page for it. */
export function ProfileWallet() {
  const balance = useLive()?.wallet ?? 0;
  if (balance <= 0) return null;
  return (
    <section className="card pad" aria-labelledby="own-wallet">
      <h2 className="h3" id="own-wallet">
        {profileWords.walletTitle}
      </h2>
      <p className="big num mt2">{formatAed(balance)}</p>
      <p className="sm t2 mt2">{profileWords.walletText}</p>
    </section>
  );
}

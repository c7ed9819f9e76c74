import { CopyLink } from "#pwa/forms/copy-link";
import { inviteWords } from "#pwa/i18n/invite";
import type { Profile } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";

/** The link by which people join the company, for its admin to pass on. */
export function InviteColleagues({ company_id, company_name }: Pick<Profile, "company_id" | "company_name">) {
  const link = `${window.location.origin}/company/${company_id}/register`;
  const company = company_name ?? "";

  // Who closes the phone's own sheet has decided against it, which is no fault.
  const share = () =>
    navigator
      .share({ title: inviteWords.shareTitle(company), text: inviteWords.shareText(company), url: link })
      .catch(() => undefined);

  return (
    <section className="card pad invite" aria-labelledby="invite">
      <h2 className="h3" id="invite">
        {inviteWords.title}
      </h2>
      <p className="sm t2 mt2">{inviteWords.text}</p>
      <CopyLink label={inviteWords.link} link={link} />
      {"share" in navigator && (
        <Button look="out" full className="mt2" onClick={() => void share()}>
          {inviteWords.share}
        </Button>
      )}
    </section>
  );
}

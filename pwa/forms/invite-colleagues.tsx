import { useRef, useState } from "react";
import { inviteWords } from "#pwa/i18n/invite";
import type { Profile } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

/** The link by which people join the company, for its admin to pass on. */
export function InviteColleagues({ company_id, company_name }: Pick<Profile, "company_id" | "company_name">) {
  const field = useRef<HTMLInputElement>(null);
  const [announced, setAnnounced] = useState("");
  const link = `${window.location.origin}/company/${company_id}/register`;
  const company = company_name ?? "";

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setAnnounced(inviteWords.copied);
    } catch {
      field.current?.select();
      setAnnounced(inviteWords.byHand);
    }
  };
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
      <div className="mt4">
        <Field
          ref={field}
          label={inviteWords.link}
          value={link}
          readOnly
          dir="ltr"
          onFocus={(event) => event.target.select()}
          end={
            <Button look="soft" onClick={() => void copy()}>
              {inviteWords.copy}
            </Button>
          }
        />
        <p className="help mt2" role="status">
          {announced}
        </p>
      </div>
      {"share" in navigator && (
        <Button look="out" full className="mt2" onClick={() => void share()}>
          {inviteWords.share}
        </Button>
      )}
    </section>
  );
}

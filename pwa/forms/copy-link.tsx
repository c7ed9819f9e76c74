import { useRef, useState } from "react";
import { inviteWords } from "#pwa/i18n/invite";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

/** A link to copy. Where the browser lets no page copy, it is selected for the person to do so. */
export function CopyLink({ label, link }: { label: string; link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [announced, setAnnounced] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setAnnounced(inviteWords.copied);
    } catch {
      field.current?.select();
      setAnnounced(inviteWords.byHand);
    }
  };
  return (
    <div className="mt4">
      <Field
        ref={field}
        label={label}
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
  );
}

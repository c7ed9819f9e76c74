import { membersWords as words } from "#pwa/i18n/members";
import type { MemberActReply } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";

const most = 100;

/** The members for whom an act was refused, and why. */
export const RefusedSheet = ({ refused, onClose }: { refused: MemberActReply["refused"]; onClose: () => void }) => (
  <Sheet
    open
    title={words.refusedTitle(refused.length)}
    onClose={onClose}
    footer={
      <Button look="pri" full onClick={onClose}>
        {words.ok}
      </Button>
    }
  >
    <ul className="problems">
      {refused.slice(0, most).map(({ id, name, reason }) => (
        <li key={id}>
          {name && <b>{name}</b>}
          <span className="sm t2">{words.reasons[reason] ?? reason}</span>
        </li>
      ))}
    </ul>
    {refused.length > most && <p className="sm t2 mt2">{words.andMore(refused.length - most)}</p>}
  </Sheet>
);

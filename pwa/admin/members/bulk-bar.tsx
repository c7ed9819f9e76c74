import type { Act } from "#pwa/admin/members/acts";
import type { Meant } from "#pwa/admin/members/company-members";
import { membersWords as words } from "#pwa/i18n/members";
import { Button } from "#pwa/ui/button";

type Props = {
  meant: Meant;
  /** How many match in all, when the whole page is chosen and there are more. */
  more: number;
  onAll: () => void;
  onClear: () => void;
  onAct: (act: Act) => void;
};

const many: Act[] = ["approve", "nudge", "assign", "resend", "reactivate", "suspend", "remove"];

/** The actions for all chosen members. It names the reason for those members to whom none applies. */
export const BulkBar = ({ meant, more, onAll, onClear, onAct }: Props) => (
  <section className="bulk" aria-label={words.bulk}>
    <div className="words">
      <b role="status">{words.selected(meant.count)}</b>
      {more > meant.count && (
        <button type="button" className="link" onClick={onAll}>
          {words.selectAll(more)}
        </button>
      )}
      <button type="button" className="link" onClick={onClear}>
        {words.unselect}
      </button>
    </div>
    <div className="ways">
      {many.map((act) => (
        <Button
          key={act}
          look="out"
          className={act === "suspend" || act === "remove" ? "grave" : ""}
          onClick={() => onAct(act)}
        >
          {words.short[act] ?? words.acts[act]}
        </Button>
      ))}
    </div>
  </section>
);

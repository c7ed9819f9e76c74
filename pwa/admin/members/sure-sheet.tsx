import type { Act } from "#pwa/admin/members/acts";
import type { Meant } from "#pwa/admin/members/company-members";
import { membersWords as words } from "#pwa/i18n/members";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";

type Props = { act: Act; meant: Meant; busy: boolean; onClose: () => void; onSure: () => void };

/** Explains an act before it is done. */
export const SureSheet = ({ act, meant, busy, onClose, onSure }: Props) => (
  <Sheet
    open
    kind="alert"
    title={words.sure[act]?.(meant.name ?? words.somebody(meant.count)) ?? ""}
    onClose={onClose}
    footer={
      <div className="col g2 mt4">
        <Button look={act === "suspend" || act === "remove" ? "danger" : "pri"} full busy={busy} onClick={onSure}>
          {words.acts[act]}
        </Button>
        <Button look="out" full onClick={onClose} data-first>
          {words.cancel}
        </Button>
      </div>
    }
  >
    <p className="t2">{words.meaning[act]}</p>
  </Sheet>
);

import { lazy, useState } from "react";
import { useSearchParams } from "react-router";
import { useConflicts } from "#pwa/employee/conflict/use-conflicts";
import { conflictWords } from "#pwa/i18n/conflict";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import { dateAt } from "#pwa/rules/week/date";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Later } from "#pwa/ui/later";

const ConflictSheet = lazy(async () => ({
  default: (await import("#pwa/employee/conflict/conflict-sheet")).ConflictSheet,
}));

/** Announces a week that changed since it was chosen: how many lunches, and the way to decide, also offline. */
export function NeedsYou({ week }: { week: string }) {
  const drafts = useDraftDays(week);
  const taken = useLive()?.taken ?? [];
  const today = dateAt(useServerNow());
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState(false);
  // An ordered day stays as it was ordered, and a past day needs no decision.
  const dates = drafts?.map(({ date }) => date).filter((date) => date >= today && !taken.includes(date)) ?? [];
  const known = useConflicts({ dates, wallet: false });
  const asked = params.has("decide");
  const close = () => {
    setOpen(false);
    if (asked) setParams({ week }, { replace: true, preventScrollReset: true });
  };
  if (!known || known.conflicts.length === 0) return null;
  const two = known.conflicts.every(({ matters }) => matters[0]?.kind === "versions");
  return (
    <>
      <Banner
        round
        tone="bad"
        icon="alert"
        title={conflictWords.needYou(known.conflicts.length, known.days.length)}
        action={<Button onClick={() => setOpen(true)}>{conflictWords.decide}</Button>}
      >
        {two ? conflictWords.versionsShort : conflictWords.moved}
      </Banner>
      {(open || asked) && (
        <Later>
          <ConflictSheet known={known} onClose={close} />
        </Later>
      )}
    </>
  );
}

import { dashboardWords } from "#pwa/i18n/dashboard";
import { faultsWords } from "#pwa/i18n/faults";
import { dayAndDate } from "#pwa/i18n/say-day";
import { dismissNote, useNotes } from "#pwa/offline/sync/notes";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

const reasonOf = (detail: unknown): string | undefined => {
  if (typeof detail === "string") return detail;
  const reason = (detail as { reason?: unknown } | null | undefined)?.reason;
  return typeof reason === "string" ? reason : undefined;
};

/** Choices that the kitchen could not take, each until the person has seen it: nothing is dropped in silence. */
export function Refused() {
  const notes = useNotes()?.filter(({ code }) => code >= 3) ?? [];
  if (notes.length === 0) return null;
  return (
    <section className="card refused" aria-labelledby="refused">
      <h2 className="h3" id="refused">
        {dashboardWords.refused(notes.length)}
      </h2>
      <ul className="list mt2">
        {notes.map(({ id, date, detail }) => (
          <li key={id} className="li">
            <Icon name="alert" />
            <span className="grow">
              <b className="m">{dayAndDate(date)}</b>
              <span className="sm t2 why">{faultsWords[reasonOf(detail) ?? ""] ?? dashboardWords.refusedText}</span>
            </span>
            <Button look="soft" onClick={() => void dismissNote(id)}>
              {dashboardWords.seen}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { mealsWords } from "#pwa/i18n/meals";
import { useLive } from "#pwa/offline/use-live";
import { ramadanDay } from "#pwa/rules/week/ramadan";

/**
 * The date in the Hijri calendar beside the other one, in Ramadan only: " · 5 Ramadan 1448". Other dates show nothing, and visitors are not
 * told.
 */
export function RamadanDay({ date }: { date: string }) {
  const found = ramadanDay(date, useLive()?.ramadan);
  return (
    found && (
      <>
        {" · "}
        <span className="tag">{mealsWords.ramadan(found.day, found.year)}</span>
      </>
    )
  );
}

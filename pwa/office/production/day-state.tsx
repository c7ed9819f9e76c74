import { joined } from "#pwa/i18n/joined";
import { productionWords as words } from "#pwa/i18n/production";
import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CookingDay } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { StatusChip } from "#pwa/ui/status-chip";

/** Whether people can still order for the day, or its list can be locked, or is. */
export const stageOf = (day: CookingDay): "open" | "due" | "locked" => {
  if (day.run >= 0) return "locked";
  return Date.parse(day.cutoff) <= serverNow() ? "due" : "open";
};

const sayCutoff = (at: string) => joined([dayAndDate(dateAt(Date.parse(at) - 1)), clockAt(Date.parse(at) - 60_000)]);

/** How far the list of a day is: until when it is open, locked, printed. */
export function DayState({ day }: { day: CookingDay }) {
  const stage = stageOf(day);
  if (stage === "due")
    return (
      <StatusChip tone={day.date < dateAt(serverNow()) ? "mute" : "warn"} icon="alert">
        {words.notLocked}
      </StatusChip>
    );
  if (stage === "open")
    return (
      <StatusChip tone="mute" icon="clock">
        {words.closes(sayCutoff(day.cutoff))}
      </StatusChip>
    );
  if (day.run_meals !== day.meals)
    return (
      <StatusChip tone="warn" icon="alert">
        {words.changeToLock(day.run + 1)}
      </StatusChip>
    );
  return (
    <>
      <StatusChip tone="ok" icon="check">
        {day.run > 0 ? joined([words.locked, words.change(day.run)]) : words.locked}
      </StatusChip>
      {day.date >= dateAt(serverNow()) && (
        <StatusChip tone={day.printed ? "ok" : "warn"} icon={day.printed ? "check" : "alert"}>
          {day.printed ? words.printed : words.notPrintedYet}
        </StatusChip>
      )}
    </>
  );
}

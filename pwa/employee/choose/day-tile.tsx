import { closingTime } from "#pwa/i18n/closing-time";
import { deliveryWords } from "#pwa/i18n/delivery";
import { comma } from "#pwa/i18n/locale";
import { mealsWords } from "#pwa/i18n/meals";
import { dayOfMonth, shortDay } from "#pwa/i18n/say-day";
import type { OfferedDay } from "#pwa/menu/use-offered";
import { Icon } from "#pwa/ui/icon";

type Props = { day: OfferedDay; chosen: boolean; onToggle: () => void };

/** One day of a week to choose: on, off, or unavailable. */
export function DayTile({ day, chosen, onToggle }: Props) {
  const inside = (
    <>
      <span className="xs b">{shortDay(day.date)}</span> <span className="dnum">{dayOfMonth(day.date)}</span>
    </>
  );
  if (!day.offered) {
    return (
      <span className="dtile dis">
        {inside}
        <span className="sr">
          {comma}
          {deliveryWords.whyShort[day.why ?? "past"]}
        </span>
        <span className="dmk">
          <Icon
            name={day.why === "taken" ? "okc" : day.why === "closed" || day.why === "unserved" ? "x" : "lock"}
            size="s"
          />
        </span>
      </span>
    );
  }
  return (
    <button type="button" className={`dtile${chosen ? " on" : ""}`} aria-pressed={chosen} onClick={onToggle}>
      {inside}
      <span className="sr">
        {comma}
        {chosen ? deliveryWords.selected : deliveryWords.notSelected}
        {comma}
        {mealsWords.closes(closingTime(day.date))}
      </span>
      <span className="dmk">{chosen && <Icon name="check" size="s" />}</span>
    </button>
  );
}

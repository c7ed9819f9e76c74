import { amendWords } from "#pwa/i18n/amend";
import { formatAed } from "#pwa/i18n/amounts";
import { closingTime } from "#pwa/i18n/closing-time";
import { dayAndDate } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { AmendmentQuote, DayState, MenuWeek } from "#pwa/offline/wire";
import { mondayOf } from "#pwa/rules/week/date";
import { Icon, type IconName } from "#pwa/ui/icon";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

type Change = AmendmentQuote["days"][number];

const words = amendWords;
const looks: Record<Change["change"], { tone: Tone; icon: IconName }> = {
  changed: { tone: "info", icon: "edit" },
  cancelled: { tone: "mute", icon: "x" },
  restored: { tone: "ok", icon: "repeat" },
  same: { tone: "mute", icon: "info" },
};

type Props = {
  day: Change;
  menus?: Record<string, MenuWeek>;
  /** What an address is called. */
  placeOf: (address: string) => string | undefined;
  /** Where it went until it was cancelled. */
  went?: string;
  /** Until when it can be taken back, said once the change is made. */
  until?: boolean;
};

/** One day of a change: what it holds now and what it would hold, and what that is to the person. */
export function AmendDayCard({ day, menus, placeOf, went, until }: Props) {
  const { date, change, before, after } = day;
  const same = change === "same";
  const moved = after && after.address_id !== before?.address_id ? placeOf(after.address_id) : undefined;
  const retired = !before && went && went !== after?.address_id;
  return (
    <section className="card pad amendday" aria-label={dayAndDate(date)}>
      <div className="row between">
        <h2 className="h3">{dayAndDate(date)}</h2>
        <StatusChip {...looks[change]}>{words.change[change]}</StatusChip>
      </div>
      {same ? (
        <p className="sm t2 mt2">{words.sameText}</p>
      ) : (
        <div className="beforeafter mt3">
          <Side label={words.before} state={before} date={date} menus={menus} old />
          <span className="turnto">
            <Icon name="arrow" size="s" flip />
          </span>
          <Side label={words.after} state={after} date={date} menus={menus} />
        </div>
      )}
      {moved && (
        <p className="row sm t2 mt2">
          <Icon name="pin" size="s" />
          <span className="grow">{retired ? words.movesOn(moved) : words.movesTo(moved)}</span>
        </p>
      )}
      <p className="row between sm mt3 yours">
        <span className="t2">{words.you}</span>
        <span className="num">
          <s className="t3">
            <span className="sr">{words.was} </span>
            {formatAed(before?.employee_share ?? 0)}
          </s>{" "}
          <b>{formatAed(after?.employee_share ?? 0)}</b>
        </span>
      </p>
      {until && <p className="xs t3 mt2">{words.canUndo(closingTime(date))}</p>}
    </section>
  );
}

type SideProps = {
  label: string;
  state: DayState | null;
  date: string;
  menus?: Record<string, MenuWeek>;
  old?: boolean;
};

function Side({ label, state, date, menus, old }: SideProps) {
  return (
    <div className={`half${old ? " old" : ""}`}>
      <p className="cap">{label}</p>
      {!state || state.items.length === 0 ? (
        <p className="sm t2 mt2">{words.noLunch}</p>
      ) : (
        <ul className="col g2 mt2">
          {state.items.map(({ meal, name, qty, total, instead_of }) => (
            <li key={`${meal} ${instead_of}`} className="row g2">
              <span className="thumb s">
                <MealPicture
                  meal={knownMeal(menus, mondayOf(date), meal)}
                  detail="thumb"
                  look={old ? "dim" : undefined}
                />
              </span>
              <span className="grow sm">
                <span className="m clamp2">
                  {qty > 1 && `${qty} × `}
                  {name}
                </span>
                <span className="num t2">{formatAed(total)}</span>
                {instead_of && <span className="xs blk">{words.freeOfCharge}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

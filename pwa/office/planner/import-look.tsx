import { dotted } from "#pwa/i18n/dotted";
import { importWords as words } from "#pwa/i18n/planner";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { ImportLook as Look } from "#pwa/office/planner/planner";
import { closedAs } from "#pwa/office/planner/week";
import { Icon } from "#pwa/ui/icon";

const most = 100;

/** What a table would do: its rows that are wrong, the meals that it adds or changes, and the days that it replaces. */
export function ImportLook({ look: { rows, errors, more, meals, days } }: { look: Look }) {
  const fresh = meals.filter(({ what }) => what === "new").length;
  const changing = days.filter(({ added, removed, changed }) => added + removed + changed > 0);
  const nothing = errors.length === 0 && meals.length === 0 && days.length === 0;
  return (
    <div className="pllook">
      <div role="status">
        <ul className="plsums">
          <li>
            <Icon name="receipt" size="s" />
            {words.rows(rows)}
          </li>
          {fresh > 0 && (
            <li>
              <Icon name="plus" size="s" />
              {words.new(fresh)}
            </li>
          )}
          {meals.length > fresh && (
            <li>
              <Icon name="edit" size="s" />
              {words.changed(meals.length - fresh)}
            </li>
          )}
          {changing.length > 0 && (
            <li>
              <Icon name="cal" size="s" />
              {words.daysChange(changing.length)}
            </li>
          )}
          {errors.length > 0 && (
            <li className="bad">
              <Icon name="err" size="s" />
              {words.bad(errors.length + more)}
            </li>
          )}
          {nothing && (
            <li>
              <Icon name="check" size="s" />
              {words.nothing}
            </li>
          )}
        </ul>
      </div>
      {errors.length > 0 && (
        <section>
          <h3>{words.errors}</h3>
          <ul className="list mt2">
            {errors.slice(0, most).map(({ row, column, what, value }) => (
              <li className="plline" key={`${row} ${column} ${what} ${value}`}>
                <b>{words.row(row)}</b>
                <span>
                  {what}
                  <span className="sm t2 kline">{words.cell(column, value)}</span>
                </span>
              </li>
            ))}
          </ul>
          <Rest of={errors.length} unseen={more} />
        </section>
      )}
      {meals.length > 0 && (
        <section>
          <h3>{words.meals}</h3>
          <ul className="list mt2">
            {meals.slice(0, most).map(({ code, name, what, fields }) => (
              <li className="plline" key={code}>
                <b>{name || code}</b>
                <span className="t2">{what === "new" ? words.isNew : words.fields(fields)}</span>
              </li>
            ))}
          </ul>
          <Rest of={meals.length} />
        </section>
      )}
      {days.length > 0 && (
        <section>
          <h3>{words.days}</h3>
          <ul className="list mt2">
            {days.slice(0, most).map(({ date, added, removed, changed, kept, ...day }) => (
              <li className="plline" key={date}>
                <b>{dayAndDate(date)}</b>
                <span className="t2">
                  {dotted([
                    day.closed && words.closed(closedAs(day) ?? ""),
                    added > 0 && words.added(added),
                    removed > 0 && words.removed(removed),
                    changed > 0 && words.moved(changed),
                    kept > 0 && words.kept(kept),
                  ])}
                </span>
              </li>
            ))}
          </ul>
          <Rest of={days.length} />
        </section>
      )}
    </div>
  );
}

const Rest = ({ of, unseen = 0 }: { of: number; unseen?: number }) => {
  const left = Math.max(0, of - most) + unseen;
  return left > 0 ? <p className="sm t2 mt2">{words.more(left)}</p> : null;
};

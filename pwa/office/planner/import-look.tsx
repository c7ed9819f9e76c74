import { importWords as said } from "#pwa/i18n/planner";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { ImportLook as Look } from "#pwa/office/planner/planner";
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
            {said.rows(rows)}
          </li>
          {fresh > 0 && (
            <li>
              <Icon name="plus" size="s" />
              {said.new(fresh)}
            </li>
          )}
          {meals.length > fresh && (
            <li>
              <Icon name="edit" size="s" />
              {said.changed(meals.length - fresh)}
            </li>
          )}
          {changing.length > 0 && (
            <li>
              <Icon name="cal" size="s" />
              {said.daysChange(changing.length)}
            </li>
          )}
          {errors.length > 0 && (
            <li className="bad">
              <Icon name="err" size="s" />
              {said.bad(errors.length + more)}
            </li>
          )}
          {nothing && (
            <li>
              <Icon name="check" size="s" />
              {said.nothing}
            </li>
          )}
        </ul>
      </div>
      {errors.length > 0 && (
        <section>
          <h3>{said.errors}</h3>
          <ul className="list mt2">
            {errors.slice(0, most).map(({ row, column, what, value }) => (
              <li className="plline" key={`${row} ${column} ${what} ${value}`}>
                <b>{said.row(row)}</b>
                <span>
                  {what}
                  <span className="sm t2 kline">{said.cell(column, value)}</span>
                </span>
              </li>
            ))}
          </ul>
          <Rest of={errors.length} unseen={more} />
        </section>
      )}
      {meals.length > 0 && (
        <section>
          <h3>{said.meals}</h3>
          <ul className="list mt2">
            {meals.slice(0, most).map(({ code, name, what, fields }) => (
              <li className="plline" key={code}>
                <b>{name || code}</b>
                <span className="t2">{what === "new" ? said.isNew : said.fields(fields)}</span>
              </li>
            ))}
          </ul>
          <Rest of={meals.length} />
        </section>
      )}
      {days.length > 0 && (
        <section>
          <h3>{said.days}</h3>
          <ul className="list mt2">
            {days.slice(0, most).map(({ date, closed, added, removed, changed, kept }) => (
              <li className="plline" key={date}>
                <b>{dayAndDate(date)}</b>
                <span className="t2">
                  {[
                    closed && said.closed(closed),
                    added > 0 && said.added(added),
                    removed > 0 && said.removed(removed),
                    changed > 0 && said.moved(changed),
                    kept > 0 && said.kept(kept),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
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
  return left > 0 ? <p className="sm t2 mt2">{said.more(left)}</p> : null;
};

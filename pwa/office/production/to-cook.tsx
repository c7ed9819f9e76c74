import { dotted } from "#pwa/i18n/dotted";
import { foodName } from "#pwa/i18n/food";
import { joined } from "#pwa/i18n/joined";
import { productionWords as words } from "#pwa/i18n/production";
import { RunChange } from "#pwa/office/production/run-change";
import type { Production } from "#pwa/offline/wire";

/** How many of each meal, the people with special needs, and what changed. */
export const ToCook = ({ date, meals, exceptions, runs }: Production) => (
  <div className="col g5">
    <ul className="card list klist">
      {meals.map((meal) => (
        <li className="li kmeal" key={`${meal.meal} ${meal.name}`}>
          <b className="kqty num">{meal.qty}</b>
          <span className="grow">
            <b>{meal.name}</b>
            <span className="sm t2 kline">
              {meal.unknown
                ? words.unknown
                : dotted([
                    meal.contains.length > 0 && words.contains(joined(meal.contains.map(foodName))),
                    meal.may_contain.length > 0 && words.may(joined(meal.may_contain.map(foodName))),
                  ])}
            </span>
          </span>
          {meal.name_ar && (
            <span className="kar" lang="ar" dir="rtl">
              {meal.name_ar}
            </span>
          )}
        </li>
      ))}
    </ul>
    {exceptions.length > 0 && (
      <section>
        <h2 className="h3">{words.care}</h2>
        <ul className="card list klist mt3">
          {exceptions.map((one) => (
            <li className="li" key={`${one.delivery} ${one.meal} ${one.avoids}`}>
              <span className="grow">
                <b>{one.person}</b> {words.avoids(one.avoids)}
                <span className="sm t2 kline">{`${one.name}: ${words.presence[one.presence] ?? one.presence}`}</span>
              </span>
              <span className="sm t2">{one.company}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
    {runs.length > 1 && (
      <section>
        <h2 className="h3">{words.changes}</h2>
        <ul className="col g3 mt3">
          {runs.slice(1).map((run) => (
            <RunChange key={run.n} date={date} run={run} />
          ))}
        </ul>
      </section>
    )}
  </div>
);

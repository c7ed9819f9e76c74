import { dotted } from "#pwa/i18n/dotted";
import { productionWords as words } from "#pwa/i18n/production";
import { longDate } from "#pwa/i18n/say-day";
import { putAway, sayRefusal } from "#pwa/office/production/marks";
import type { RefusedMark } from "#pwa/offline/db";
import { Button } from "#pwa/ui/button";

const stranger = { date: "", person: words.somebody, name: words.someMeal };

/** The marks of this device that the server refused, until a person has dismissed them. */
export function RefusedMarks({ marks }: { marks: RefusedMark[] }) {
  if (marks.length === 0) return null;
  return (
    <section className="card pad mt4" aria-label={words.notTaken(marks.length)}>
      <div className="row between wrap g2">
        <h2 className="h3 grow">{words.notTaken(marks.length)}</h2>
        {marks.length > 1 && (
          <Button look="out" onClick={() => void putAway(marks.map(({ id }) => id))}>
            {words.putAllAway}
          </Button>
        )}
      </div>
      <p className="sm t2">{words.notTakenText}</p>
      <ul className="list mt3">
        {marks.map((one) => {
          const { date, person, name } = one.of ?? stranger;
          const what = words.tried[one.kind]?.(one.qty, name || words.someMeal);
          return (
            <li className="li klunch" key={one.id}>
              <span className="grow">
                <b>{person}</b>
                <span className="sm t2 kline">{dotted([what, date && longDate(date)])}</span>
                <span className="kline">{sayRefusal(one)}</span>
              </span>
              <Button look="ghost" aria-label={words.putAwayOf(person)} onClick={() => void putAway([one.id])}>
                {words.putAway}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

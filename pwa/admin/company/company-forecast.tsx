import { formatAed } from "#pwa/i18n/amounts";
import { uiWords } from "#pwa/i18n/app";
import { forecastWords } from "#pwa/i18n/company";
import { dayAndDate } from "#pwa/i18n/say-day";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { Forecast } from "#pwa/offline/wire";
import { Skeleton } from "#pwa/ui/skeleton";

type Props = {
  forecast?: Forecast;
  /** Why there is no forecast, or no new one. */
  trouble: string | null;
  again: () => void;
};

/** How much of the company's share is used in the current periods, and where it is heading. */
export function CompanyForecast({ forecast, trouble, again }: Props) {
  const online = useOnline();
  return (
    <section className="card pad" aria-labelledby="company-forecast">
      <h2 className="h3" id="company-forecast">
        {forecastWords.title}
      </h2>
      {forecast?.periods.map((period) => (
        <Period key={period.duration} period={period} />
      ))}
      {!forecast && !online && <p className="t2 mt2">{forecastWords.offline}</p>}
      {!forecast && online && !trouble && (
        <div className="mt3" aria-busy="true">
          <Skeleton height="6rem" />
        </div>
      )}
      {trouble && online && (
        <p className="help err mt2" role="alert">
          <span>
            {trouble}{" "}
            <button type="button" className="link u" onClick={again}>
              {uiWords.tryAgain}
            </button>
          </span>
        </p>
      )}
    </section>
  );
}

function Period({ period }: { period: Forecast["periods"][0] }) {
  const { duration, from, until, days, passed, people, spent, granted, projected, cap, capped, reaching } = period;
  const share = (fils: number) => `${projected ? (fils / projected) * 100 : 0}%`;
  return (
    <div className="period mt4">
      <div className="row between">
        <h3 className="m">{forecastWords.names[duration]}</h3>
        <span className="sm t2 num">
          {duration === "Daily" ? dayAndDate(from) : forecastWords.span(dayAndDate(from), dayAndDate(until))}
        </span>
      </div>
      {people === 0 ? (
        <p className="sm t2 mt2">{forecastWords.none}</p>
      ) : (
        <>
          <div className="meter two mt2" aria-hidden="true">
            <i style={{ inlineSize: share(granted) }} />
            <i style={{ inlineSize: share(spent) }} />
          </div>
          <dl className="dl mt3 sm">
            <div>
              <dt>{forecastWords.spent}</dt>
              <dd>{formatAed(spent)}</dd>
            </div>
            <div>
              <dt>{forecastWords.granted}</dt>
              <dd>{formatAed(granted)}</dd>
            </div>
            <div className="b">
              <dt>{forecastWords.projected(dayAndDate(until))}</dt>
              <dd>{formatAed(projected)}</dd>
            </div>
          </dl>
          {cap !== null && (
            <p className="sm t2 mt2">{forecastWords.capped(capped, reaching, people, formatAed(cap))}</p>
          )}
          <p className="sm t2 mt1 num">{forecastWords.days(passed, days)}</p>
        </>
      )}
    </div>
  );
}

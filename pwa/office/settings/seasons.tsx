import { useState } from "react";
import { ownName } from "#pwa/i18n/food";
import { longDate } from "#pwa/i18n/say-day";
import { seasonsWords as words } from "#pwa/i18n/seasons";
import { EditSeason, type Kind, RemoveSeason, type Season, type TimedWindow } from "#pwa/office/settings/edit-season";
import { Troubled } from "#pwa/office/troubled";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Loading } from "#pwa/ui/loading";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";

const dated = (date: string) => `${longDate(date)} ${date.slice(0, 4)}`;

/** Ramadan, and Fridays, with times and cut-offs of their own: those that are not over. For managers. */
export function Seasons() {
  const seasons = useAnswer("/api/kitchen/seasons");
  const areas = useAnswer("/api/kitchen/settings/areas");
  const [open, setOpen] = useState<{ kind: Kind; season?: Season; removing?: true }>();
  const windows: TimedWindow[] = (areas.answer?.data ?? []).flatMap((area) =>
    area.windows.map((w) => ({
      id: w.id,
      closed: w.closed,
      ramadanOnly: w.ramadan_only ?? false,
      name: w.ramadan_only
        ? words.onlyThen(words.window(ownName(area), `${w.from}–${w.until}`))
        : words.window(ownName(area), `${w.from}–${w.until}`),
    })),
  );
  const list = areas.answer && (seasons.answer?.data as Season[] | undefined);
  const trouble = seasons.trouble ?? areas.trouble;
  const again = () => Promise.all([seasons.again(), areas.again()]);
  const done = (text: string) => {
    setOpen(undefined);
    toasts.success(text);
    void seasons.again();
  };
  return (
    <section className="mt6">
      <h2>{words.title}</h2>
      <p className="t2 mt2">{words.text}</p>
      {list && (
        <div className="row wrap g2 mt4">
          {(["ramadan", "friday"] as const).map((kind) => (
            <Button key={kind} look="out" onClick={() => setOpen({ kind })}>
              {words.add[kind]}
            </Button>
          ))}
        </div>
      )}
      <div className="mt4">
        {!list && trouble && (
          <Troubled trouble={trouble} again={() => void again()} busy={seasons.loading || areas.loading} />
        )}
        {!list && !trouble && <Loading heights={["120px"]} />}
        {list?.length === 0 && (
          <EmptyState icon="cal" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {list && list.length > 0 && (
          <ul className="card list klist">
            {list.map((season) => (
              <li className="li kact wrap" key={season.id}>
                <About season={season} windows={windows} />
                <span className="row wrap g2">
                  <Button
                    look="out"
                    aria-label={words.changeOf(words[season.kind], longDate(season.first))}
                    onClick={() => setOpen({ kind: season.kind, season })}
                  >
                    {words.change}
                  </Button>
                  <Button
                    look="out"
                    aria-label={words.removeOf(words[season.kind], longDate(season.first))}
                    onClick={() => setOpen({ kind: season.kind, season, removing: true })}
                  >
                    {words.remove}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {open?.season && open.removing && (
        <RemoveSeason season={open.season} onDone={() => done(words.removed)} onClose={() => setOpen(undefined)} />
      )}
      {open && !open.removing && (
        <EditSeason {...open} windows={windows} onDone={() => done(words.saved)} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

const About = ({ season, windows }: { season: Season; windows: TimedWindow[] }) => (
  <span className="grow">
    <b>{words[season.kind]}</b>
    <span className="kline">
      {season.last ? words.span(dated(season.first), dated(season.last)) : words.since(dated(season.first))}
    </span>
    {season.earlier > 0 && <span className="sm t2 kline">{words.earlier(season.earlier)}</span>}
    {season.windows.map((w) => (
      <span className="sm t2 kline" key={w.id}>
        <bdi>{windows.find(({ id }) => id === w.id)?.name}</bdi>:{" "}
        {w.from ? words.nowAt(`${w.from}–${w.until}`) : words.takesNone}
      </span>
    ))}
    {(season.first_expected || season.last_expected) && (
      <span className="row wrap g2">
        {season.first_expected && (
          <StatusChip tone="info" icon="cal">
            {words.firstExpected}
          </StatusChip>
        )}
        {season.last_expected && (
          <StatusChip tone="info" icon="cal">
            {words.lastExpected}
          </StatusChip>
        )}
      </span>
    )}
  </span>
);

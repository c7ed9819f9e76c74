import { useState } from "react";
import { ulid } from "ulid";
import { westernDigits } from "#pwa/forms/field-rules";
import { useForm } from "#pwa/forms/use-form";
import { longDate } from "#pwa/i18n/say-day";
import { seasonsWords as words } from "#pwa/i18n/seasons";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import type { components } from "#pwa/offline/contract.gen";
import { Fault, request } from "#pwa/offline/server";
import { DateField } from "#pwa/online/date-field";
import { addDays } from "#pwa/rules/week/date";
import { CheckRow } from "#pwa/ui/check-row";
import { Field } from "#pwa/ui/field";
import "#pwa/office/settings/areas.css";

export type Kind = "ramadan" | "friday";
/** Fridays without a last day have no end. A window with empty times takes no new lunches. */
export type Season = Omit<components["schemas"]["OperatorSeason"], "kind" | "last"> & {
  kind: Kind;
  last: string | null;
};
/** A window with the name of its area and its own times. */
export type TimedWindow = { id: string; closed: boolean; ramadanOnly: boolean; name: string };

/** How many ordered lunches come at other times by a change, or not at all: outside are the latter. */
type Counted = { lunches: number; outside: number };
const none: Counted = { lunches: 0, outside: 0 };

/** Sends a change of seasons; whoever sends the same again has seen how many ordered lunches come at other times by it. */
function useSeen() {
  const [seen, setSeen] = useState<Counted & { of: string }>();
  const send = async (method: "PUT" | "DELETE", id: string, body: object) => {
    const of = JSON.stringify(body);
    const lunches = seen?.of === of ? seen.lunches : 0;
    try {
      await request(method, `/api/kitchen/seasons/${id}`, { ...body, lunches }, { toast: false });
      return true;
    } catch (cause) {
      if (!(cause instanceof Fault) || cause.reason !== "hours_ordered") throw cause;
      setSeen({ of, ...none, ...(cause.detail as Counted) });
      return false;
    }
  };
  return { send, countedOf: (body: object): Counted => (seen?.of === JSON.stringify(body) ? seen : none) };
}

/** Said aloud when the server has counted the lunches. */
const Moves = ({ lunches, outside }: Counted) => (
  <p role="alert">
    {lunches > outside && words.moves(lunches - outside)} {outside > 0 && words.outside(outside)}
  </p>
);

type Props = { kind: Kind; season?: Season; windows: TimedWindow[]; onDone: () => void; onClose: () => void };

/** Ramadan or Fridays, new or changed: days, how much earlier orders close, and times of each window. */
export function EditSeason({ kind, season, windows, onDone, onClose }: Props) {
  const [id] = useState(() => season?.id ?? ulid()); // sent twice it is one season
  const had = new Map(season?.windows.map((w) => [w.id, w]));
  const shown = windows.filter((w) => (!w.closed && (kind === "ramadan" || !w.ramadanOnly)) || had.has(w.id));
  const [expected, setExpected] = useState({
    first_expected: season?.first_expected ?? kind === "ramadan",
    last_expected: season?.last_expected ?? kind === "ramadan",
  });
  const [shut, setShut] = useState(season?.windows.filter((w) => !w.from).map((w) => w.id) ?? []);
  const { send, countedOf } = useSeen();
  const times: Record<string, string> = {};
  for (const w of shown) {
    times[`from ${w.id}`] = had.get(w.id)?.from ?? "";
    times[`until ${w.id}`] = had.get(w.id)?.until ?? "";
  }
  const bodyOf = (values: Record<string, string>) => ({
    kind,
    first: values.first,
    last: values.last || null,
    ...expected,
    earlier: Number(westernDigits((values.earlier ?? "").trim())),
    windows: shown
      .map((w) =>
        shut.includes(w.id)
          ? { id: w.id, from: "", until: "" }
          : { id: w.id, from: values[`from ${w.id}`] ?? "", until: values[`until ${w.id}`] ?? "" },
      )
      .filter((w) => w.from || shut.includes(w.id)),
  });
  const form = useForm<Record<string, string>>({
    start: { first: season?.first ?? "", last: season?.last ?? "", earlier: `${season?.earlier ?? 0}`, ...times },
    check: (values) => {
      const { first = "", last = "", earlier = "" } = values;
      const tooLong = kind === "ramadan" && last !== "" && first !== "" && last > addDays(first, 30);
      const wrong: Record<string, string | undefined> = {
        first: first ? undefined : words.day,
        last: (last ? last < first || tooLong : kind === "ramadan") ? words.lastWrong : undefined,
        earlier:
          /^\d{1,2}$/.test(westernDigits(earlier.trim())) && Number(westernDigits(earlier.trim())) <= 48
            ? undefined
            : words.hoursWrong,
      };
      for (const { id } of shown) {
        const from = values[`from ${id}`] ?? "";
        const until = values[`until ${id}`] ?? "";
        if (!shut.includes(id) && (from || until) && !(from && from < until)) wrong[`until ${id}`] = words.both;
      }
      return wrong;
    },
    send: async (values) => {
      if (await send("PUT", id, bodyOf(values))) onDone();
    },
  });
  const counted = countedOf(bodyOf(form.values));
  const { lunches } = counted;
  return (
    <SettingSheet
      title={season ? words.changeOf(words[kind], longDate(season.first)) : words.add[kind]}
      form={form}
      go={lunches > 0 ? words.anyway(lunches) : undefined}
      onClose={onClose}
    >
      <div className="kdates">
        <DateField label={words.first} {...form.field("first")} data-first />
        <DateField label={words.last} help={kind === "friday" ? words.lastHelp : undefined} {...form.field("last")} />
      </div>
      {kind === "ramadan" && (
        <div>
          <CheckRow
            checked={expected.first_expected}
            onChange={(on) => setExpected({ ...expected, first_expected: on })}
          >
            {words.firstMoves}
          </CheckRow>
          <CheckRow checked={expected.last_expected} onChange={(on) => setExpected({ ...expected, last_expected: on })}>
            {words.lastMoves}
          </CheckRow>
        </div>
      )}
      <Field
        label={words.hours}
        help={words.hoursHelp}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        {...form.field("earlier")}
      />
      {shown.length > 0 && (
        <div>
          <h3>{words.windows}</h3>
          <p className="sm t2">{words.windowsText}</p>
        </div>
      )}
      {shown.map((w) => (
        <fieldset className="weekdays" key={w.id}>
          <legend className="lbl">
            <bdi>{w.name}</bdi>
          </legend>
          {!shut.includes(w.id) && (
            <div className="kdates mt2">
              <Field label={words.from} type="time" {...form.field(`from ${w.id}`)} />
              <Field label={words.until} type="time" {...form.field(`until ${w.id}`)} />
            </div>
          )}
          <CheckRow
            checked={shut.includes(w.id)}
            onChange={(on) => setShut(on ? [...shut, w.id] : shut.filter((one) => one !== w.id))}
          >
            {words.takesNoneThen}
          </CheckRow>
        </fieldset>
      ))}
      <Moves {...counted} />
    </SettingSheet>
  );
}

type RemoveProps = { season: Season; onDone: () => void; onClose: () => void };

/** Takes a season away after a question. */
export function RemoveSeason({ season, onDone, onClose }: RemoveProps) {
  const { send, countedOf } = useSeen();
  const form = useForm({
    start: {},
    check: () => ({}),
    send: async () => {
      if (await send("DELETE", season.id, {})) onDone();
    },
  });
  return (
    <SettingSheet
      title={words.removeTitle(words[season.kind], longDate(season.first))}
      form={form}
      go={words.remove}
      onClose={onClose}
    >
      <p className="t2">{words.removeText}</p>
      <Moves {...countedOf({})} />
    </SettingSheet>
  );
}

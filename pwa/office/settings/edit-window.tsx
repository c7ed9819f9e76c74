import { useState } from "react";
import { ulid } from "ulid";
import { westernDigits } from "#pwa/forms/field-rules";
import { useForm } from "#pwa/forms/use-form";
import { areasWords as words } from "#pwa/i18n/areas";
import { ownName } from "#pwa/i18n/food";
import { formWords } from "#pwa/i18n/form";
import type { Area, Window } from "#pwa/office/settings/areas";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { beginsFault, laterDay, movedBy, moving, staying, week } from "#pwa/office/settings/window-effects";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { dateAt } from "#pwa/rules/week/date";
import { Chip } from "#pwa/ui/chip";
import { Field } from "#pwa/ui/field";
import { Switch } from "#pwa/ui/switch";

type Props = { area: Area; window?: Window; onDone: () => void; onClose: () => void };

const startOf = (window?: Window) => ({
  from: window?.from ?? "",
  until: window?.until ?? "",
  capacity: window?.capacity ? `${window.capacity}` : "",
  begins: dateAt(serverNow()),
});
type Values = ReturnType<typeof startOf>;

const numberOf = (capacity: string) => Number(westernDigits(capacity.trim()));

const faults = ({ from, until, capacity, begins }: Values) => ({
  from: from ? undefined : words.time,
  until: until ? (from && until <= from ? words.after : undefined) : words.time,
  capacity: /^\d{0,5}$/.test(westernDigits(capacity.trim())) ? undefined : words.capacityWrong,
  begins: beginsFault(begins),
});

/**
 * A window of an area, new or changed: times, weekdays, how much it takes, whether it is open; at once or from a later day. Says what a
 * change affects, and again when the server knows of more lunches that come at other times by it.
 */
export function EditWindow({ area, window, onDone, onClose }: Props) {
  // Sent twice it is one window.
  const [id] = useState(() => window?.id ?? ulid());
  const [open, setOpen] = useState(!window?.closed);
  const [days, setDays] = useState<readonly number[]>(window?.weekdays ?? week);
  const [ramadanOnly, setRamadanOnly] = useState(false);
  const [more, setMore] = useState({ of: "", lunches: 0 });
  const termsOf = ({ from, until, capacity }: Values) => ({
    from,
    until,
    weekdays: [...days],
    capacity: numberOf(capacity),
  });
  const changeOf = (values: Values) => ({ ...termsOf(values), closed: !open, ...laterDay(values.begins) });
  const moreOf = (values: Values) => (more.of === JSON.stringify(changeOf(values)) ? more.lunches : 0);
  const change = async (one: Window, values: Values) => {
    const lunches = Math.max(moreOf(values), movedBy(one, { ...termsOf(values), begins: values.begins }));
    const body = { ...changeOf(values), seen: one.seal, ...(lunches > 0 && { lunches }) };
    try {
      await call("PUT", `/api/kitchen/settings/windows/${id}`, body, { toast: false });
      onDone();
    } catch (cause) {
      if (!(cause instanceof Fault) || cause.reason !== "hours_ordered") throw cause;
      setMore({ of: JSON.stringify(changeOf(values)), lunches: (cause.detail as { lunches: number }).lunches });
    }
  };
  const form = useForm<Values>({
    start: startOf(window),
    check: faults,
    send: async (values): Promise<void> => {
      if (days.length === 0) return form.fail(words.noWeekday);
      if (window) return change(window, values);
      const only = ramadanOnly && { ramadan_only: true };
      const body = { id, area_id: area.id, ...termsOf(values), ...only, ...laterDay(values.begins) };
      await call("POST", "/api/kitchen/settings/windows", body, { toast: false });
      onDone();
    },
  });
  const lunches = moreOf(form.values);
  const wanted = { ...termsOf(form.values), begins: form.values.begins };
  const stays = window ? staying(window, wanted) : [];
  const moves = window ? moving(window, open, wanted) : [];
  return (
    <SettingSheet
      title={window ? words.windowOf(ownName(area), window.from, window.until) : words.addWindowTo(ownName(area))}
      form={form}
      go={lunches > 0 ? words.anyway(lunches) : undefined}
      onClose={onClose}
    >
      <div className="kdates">
        <Field label={words.from} type="time" {...form.field("from")} data-first />
        <Field label={words.until} type="time" {...form.field("until")} />
      </div>
      <fieldset className="weekdays">
        <legend className="lbl">{words.weekdays}</legend>
        <div className="chips mt2">
          {week.map((n) => (
            <Chip
              key={n}
              on={days.includes(n)}
              onClick={() => setDays(days.includes(n) ? days.filter((one) => one !== n) : [...days, n].sort())}
            >
              {words.weekday(n)}
            </Chip>
          ))}
        </div>
      </fieldset>
      <Field
        label={formWords.optional(words.capacity)}
        help={words.capacityHelp}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        {...form.field("capacity")}
      />
      {stays.length > 0 && (
        <div className="sm t2" role="status">
          {stays.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </div>
      )}
      {!window && (
        <Switch on={ramadanOnly} onChange={setRamadanOnly} label={words.ramadanOnly} help={words.ramadanOnlyHelp} />
      )}
      {window && <Switch on={open} onChange={setOpen} label={words.open} />}
      <DateField label={words.begins} help={words.beginsHelp} {...form.field("begins")} />
      {moves.length > 0 && (
        <p className="sm t2" role="status">
          {moves.join(" ")}
        </p>
      )}
      <p role="alert">{lunches > 0 && words.movesNow(lunches)}</p>
    </SettingSheet>
  );
}

import { useState } from "react";
import { ulid } from "ulid";
import { westernDigits } from "#pwa/forms/field-rules";
import { useForm } from "#pwa/forms/use-form";
import { areasWords as words } from "#pwa/i18n/areas";
import { formWords } from "#pwa/i18n/form";
import type { Area, Window } from "#pwa/office/settings/areas";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { call } from "#pwa/offline/server";
import { Chip } from "#pwa/ui/chip";
import { Field } from "#pwa/ui/field";
import { Switch } from "#pwa/ui/switch";

type Props = { area: Area; window?: Window; onDone: () => void; onClose: () => void };

const week = [1, 2, 3, 4, 5];

/** A window of an area, new or changed: times, weekdays, how much it takes, whether it is open. Says what a change affects. */
export function EditWindow({ area, window, onDone, onClose }: Props) {
  // Sent twice it is one window.
  const [id] = useState(() => window?.id ?? ulid());
  const [open, setOpen] = useState(!window?.closed);
  const [days, setDays] = useState<readonly number[]>(window?.weekdays ?? week);
  const form = useForm({
    start: {
      from: window?.from ?? "",
      until: window?.until ?? "",
      capacity: window?.capacity ? `${window.capacity}` : "",
    },
    check: ({ from, until, capacity }) => ({
      from: from ? undefined : words.time,
      until: until ? (from && until <= from ? words.after : undefined) : words.time,
      capacity: /^\d{0,5}$/.test(westernDigits(capacity.trim())) ? undefined : words.capacityWrong,
    }),
    send: async ({ capacity, ...times }) => {
      if (days.length === 0) {
        form.fail(words.noWeekday);
        return;
      }
      const service = { weekdays: [...days], capacity: Number(westernDigits(capacity.trim())) };
      if (window)
        await call(
          "PUT",
          `/api/kitchen/settings/windows/${id}`,
          { ...times, ...service, closed: !open },
          { toast: false },
        );
      else
        await call(
          "POST",
          "/api/kitchen/settings/windows",
          { id, area_id: area.id, ...times, ...service },
          { toast: false },
        );
      onDone();
    },
  });
  const { from, until } = form.values;
  const capacity = Number(westernDigits(form.values.capacity.trim()));
  const left = window ? week.filter((n) => window.weekdays.includes(n) && !days.includes(n) && window.on[n - 1]) : [];
  const fuller = window && capacity > 0 && capacity !== window.capacity && capacity <= window.fullest;
  const moves = window && open && window.deliveries > 0 && (from !== window.from || until !== window.until);
  return (
    <SettingSheet
      title={window ? words.windowOf(area.name, window.from, window.until) : words.addWindowTo(area.name)}
      form={form}
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
      {window && (left.length > 0 || fuller) && (
        <div className="sm t2" role="status">
          {left.map((n) => (
            <p key={n}>{words.leaves(window.on[n - 1] ?? 0, n)}</p>
          ))}
          {fuller && <p>{words.fuller(window.fullest)}</p>}
        </div>
      )}
      {window && <Switch on={open} onChange={setOpen} label={words.open} />}
      {window && (moves || (!open && !window.closed)) && (
        <p className="sm t2" role="status">
          {moves ? words.moves(window.deliveries) : words.closing(window.places, window.deliveries)}
        </p>
      )}
    </SettingSheet>
  );
}

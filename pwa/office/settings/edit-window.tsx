import { useState } from "react";
import { ulid } from "ulid";
import { useForm } from "#pwa/forms/use-form";
import { areasWords as words } from "#pwa/i18n/areas";
import type { Area, Window } from "#pwa/office/settings/areas";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { call } from "#pwa/offline/server";
import { Field } from "#pwa/ui/field";
import { Switch } from "#pwa/ui/switch";

type Props = { area: Area; window?: Window; onDone: () => void; onClose: () => void };

/** A new window of an area, or one that gets other times, is closed or opened again. Says what that affects before it is saved. */
export function EditWindow({ area, window, onDone, onClose }: Props) {
  // Sent twice it is one window.
  const [id] = useState(() => window?.id ?? ulid());
  const [open, setOpen] = useState(!window?.closed);
  const form = useForm({
    start: { from: window?.from ?? "", until: window?.until ?? "" },
    check: ({ from, until }) => ({
      from: from ? undefined : words.time,
      until: until ? (from && until <= from ? words.after : undefined) : words.time,
    }),
    send: async (times) => {
      if (window)
        await call("PUT", `/api/kitchen/settings/windows/${id}`, { ...times, closed: !open }, { toast: false });
      else await call("POST", "/api/kitchen/settings/windows", { id, area_id: area.id, ...times }, { toast: false });
      onDone();
    },
  });
  const { from, until } = form.values;
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
      {window && <Switch on={open} onChange={setOpen} label={words.open} />}
      {window && (moves || (!open && !window.closed)) && (
        <p className="sm t2" role="status">
          {moves ? words.moves(window.deliveries) : words.closing(window.places, window.deliveries)}
        </p>
      )}
    </SettingSheet>
  );
}

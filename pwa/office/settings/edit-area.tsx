import { useState } from "react";
import { ulid } from "ulid";
import { useForm } from "#pwa/forms/use-form";
import { areasWords as words } from "#pwa/i18n/areas";
import { formWords } from "#pwa/i18n/form";
import { longDate } from "#pwa/i18n/say-day";
import type { Area } from "#pwa/office/settings/areas";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { beginsFault, deliveriesFrom, laterDay } from "#pwa/office/settings/window-effects";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { dateAt } from "#pwa/rules/week/date";
import { Field } from "#pwa/ui/field";
import { Switch } from "#pwa/ui/switch";

type Props = { area?: Area; onDone: () => void; onClose: () => void };

const placesOf = (area: Area) => area.windows.reduce((all, one) => all + one.places, 0);
const comingTo = (area: Area, from: string) => area.windows.reduce((all, one) => all + deliveriesFrom(one, from), 0);

/** A new area, or one that is renamed, closed or opened again, at once or from a later day, with what closing affects. */
export function EditArea({ area, onDone, onClose }: Props) {
  // Sent twice it is one area.
  const [id] = useState(() => area?.id ?? ulid());
  const [open, setOpen] = useState(!area?.closed);
  const form = useForm({
    start: { name: area?.name ?? "", name_ar: area?.name_ar ?? "", begins: dateAt(serverNow()) },
    check: ({ name, begins }) => ({ name: name.trim() ? undefined : words.missing, begins: beginsFault(begins) }),
    send: async ({ name, name_ar, begins }) => {
      const body = { name: name.trim(), name_ar: name_ar.trim() };
      if (area) {
        const change = { ...body, closed: !open, seen: area.seal, ...laterDay(begins) };
        await call("PUT", `/api/kitchen/settings/areas/${id}`, change, { toast: false });
      } else await call("POST", "/api/kitchen/settings/areas", { id, ...body, ...laterDay(begins) }, { toast: false });
      onDone();
    },
  });
  const { begins } = form.values;
  const later = laterDay(begins).begins;
  const closes = area && !open && !area.closed;
  const said = [
    closes &&
      (later
        ? words.closingFrom(longDate(later), placesOf(area), comingTo(area, begins))
        : words.closing(placesOf(area), comingTo(area, begins))),
    area?.next && words.replaces(longDate(area.next.begins)),
  ].filter((one) => one);
  return (
    <SettingSheet title={area ? area.name : words.add} form={form} onClose={onClose}>
      <Field label={words.name} maxLength={80} {...form.field("name")} data-first />
      <Field label={formWords.optional(words.nameAr)} lang="ar" dir="rtl" maxLength={80} {...form.field("name_ar")} />
      {area && <Switch on={open} onChange={setOpen} label={words.open} />}
      <DateField label={words.begins} help={words.beginsHelp} {...form.field("begins")} />
      {said.length > 0 && (
        <p className="sm t2" role="status">
          {said.join(" ")}
        </p>
      )}
    </SettingSheet>
  );
}

import { useState } from "react";
import { ulid } from "ulid";
import { useForm } from "#pwa/forms/use-form";
import { areasWords as words } from "#pwa/i18n/areas";
import { formWords } from "#pwa/i18n/form";
import type { Area } from "#pwa/office/settings/areas";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { call } from "#pwa/offline/server";
import { Field } from "#pwa/ui/field";
import { Switch } from "#pwa/ui/switch";

type Props = { area?: Area; onDone: () => void; onClose: () => void };

const sum = (area: Area, what: "places" | "deliveries") => area.windows.reduce((all, one) => all + one[what], 0);

/** A new area, or one that is renamed, closed or opened again. Says what closing affects before it is saved. */
export function EditArea({ area, onDone, onClose }: Props) {
  // Sent twice it is one area.
  const [id] = useState(() => area?.id ?? ulid());
  const [open, setOpen] = useState(!area?.closed);
  const form = useForm({
    start: { name: area?.name ?? "", name_ar: area?.name_ar ?? "" },
    check: ({ name }) => ({ name: name.trim() ? undefined : words.missing }),
    send: async ({ name, name_ar }) => {
      const body = { name: name.trim(), name_ar: name_ar.trim() };
      if (area) await call("PUT", `/api/kitchen/settings/areas/${id}`, { ...body, closed: !open }, { toast: false });
      else await call("POST", "/api/kitchen/settings/areas", { id, ...body }, { toast: false });
      onDone();
    },
  });
  return (
    <SettingSheet title={area ? area.name : words.add} form={form} onClose={onClose}>
      <Field label={words.name} maxLength={80} {...form.field("name")} data-first />
      <Field label={formWords.optional(words.nameAr)} lang="ar" dir="rtl" maxLength={80} {...form.field("name_ar")} />
      {area && <Switch on={open} onChange={setOpen} label={words.open} />}
      {area && !open && !area.closed && (
        <p className="sm t2" role="status">
          {words.closing(sum(area, "places"), sum(area, "deliveries"))}
        </p>
      )}
    </SettingSheet>
  );
}

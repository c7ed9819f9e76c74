import type { ComponentProps } from "react";
import { dayAndDate } from "#pwa/i18n/say-day";
import { Field } from "#pwa/ui/field";

/**
 * A field for one date of Dubai ("2026-12-07"). The browser writes its digits in an order of its own, so the date stands below in
 * words: "Mon 7 Dec 2026".
 */
export function DateField({ help, ...field }: Omit<ComponentProps<typeof Field>, "type">) {
  const date = String(field.value ?? "");
  const said = /^\d{4}-\d\d-\d\d$/.test(date) ? `${dayAndDate(date)} ${date.slice(0, 4)}` : "";
  return (
    <Field
      {...field}
      type="date"
      help={
        said ? (
          <>
            <b>{said}</b>
            {help && <br />}
            {help}
          </>
        ) : (
          help
        )
      }
    />
  );
}

import { SlowNote } from "#pwa/forms/slow-note";
import type { Form } from "#pwa/forms/use-form";
import { Icon } from "#pwa/ui/icon";

/** What is wrong with the whole form, read aloud at once, and whether the connection keeps it waiting. */
export const FormTrouble = ({ form }: { form: Pick<Form<Record<string, string>>, "trouble" | "busy"> }) => (
  <div className="formtrouble">
    <p className="help err" role="alert">
      {form.trouble && (
        <>
          <Icon name="err" size="s" />
          <span>{form.trouble}</span>
        </>
      )}
    </p>
    <SlowNote waiting={form.busy} />
  </div>
);

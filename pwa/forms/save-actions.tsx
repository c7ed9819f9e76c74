import { FormTrouble } from "#pwa/forms/form-trouble";
import type { Form } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { Button } from "#pwa/ui/button";

type Actions = { form: Pick<Form<Record<string, string>>, "trouble" | "busy" | "forget">; onDone: () => void };

/** What a form that is open in its card ends with. */
export const SaveActions = ({ form, onDone }: Actions) => (
  <>
    <FormTrouble form={form} />
    <div className="row g2 actions">
      <Button type="submit" look="pri" busy={form.busy}>
        {formWords.save}
      </Button>
      <Button
        look="ghost"
        onClick={() => {
          form.forget();
          onDone();
        }}
      >
        {formWords.cancel}
      </Button>
    </div>
  </>
);

import type { ReactNode } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { useEditing } from "#pwa/forms/use-editing";
import type { Form } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { Button } from "#pwa/ui/button";

type Props = {
  id: string;
  title: string;
  /** What the button that opens the form is called. */
  edit: string;
  /** Something was typed before a reload. */
  already: boolean;
  form: (close: () => void) => ReactNode;
  children: ReactNode;
};

/** A part of the company that is shown, or edited. */
export function EditCard({ id, title, edit, already, form, children }: Props) {
  const { editing, card, open, close } = useEditing(already);
  return (
    <section className="card pad" ref={card} aria-labelledby={id}>
      <div className="row between">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {!editing && (
          <button type="button" className="link u sm" aria-label={edit} onClick={open}>
            {formWords.edit}
          </button>
        )}
      </div>
      {editing ? form(close) : children}
    </section>
  );
}

type Actions = { form: Pick<Form<Record<string, string>>, "trouble" | "busy" | "forget">; onDone: () => void };

/** What every form of the company ends with. */
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

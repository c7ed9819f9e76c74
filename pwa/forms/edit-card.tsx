import type { ReactNode } from "react";
import { useEditing } from "#pwa/forms/use-editing";
import { formWords } from "#pwa/i18n/form";

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

/** A part of a profile or a company that is shown, or edited. */
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

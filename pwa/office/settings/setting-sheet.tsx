import type { ReactNode } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import type { Form } from "#pwa/forms/use-form";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { SheetActions } from "#pwa/office/form-actions";
import { Sheet } from "#pwa/ui/sheet";

type Props<V extends Record<string, string>> = {
  title: string;
  form: Form<V>;
  /** What the button says instead of "Save". */
  go?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A setting that is edited above the list that it is in. */
export const SettingSheet = <V extends Record<string, string>>({ title, form, go, onClose, children }: Props<V>) => (
  <Sheet open title={title} onClose={onClose}>
    <form {...form.props} className="col g4">
      {children}
      <FormTrouble form={form} />
      <SheetActions busy={form.busy} onClose={onClose}>
        {go ?? kitchenWords.save}
      </SheetActions>
    </form>
  </Sheet>
);

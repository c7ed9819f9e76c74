import type { ReactNode } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import type { Form } from "#pwa/forms/use-form";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { Button } from "#pwa/ui/button";
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
      <div className="row g2 wrap kacts">
        <Button type="submit" look="pri" busy={form.busy}>
          {go ?? kitchenWords.save}
        </Button>
        <Button look="out" onClick={onClose}>
          {kitchenWords.cancel}
        </Button>
      </div>
    </form>
  </Sheet>
);

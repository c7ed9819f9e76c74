import type { ReactNode } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import type { Form } from "#pwa/forms/use-form";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { Button } from "#pwa/ui/button";
import type { IconName } from "#pwa/ui/icon";

/** Why a form was not saved, and the button that saves it. */
export const SaveRow = ({ form }: { form: Pick<Form<Record<string, string>>, "trouble" | "busy"> }) => (
  <>
    <FormTrouble form={form} />
    <div>
      <Button type="submit" look="pri" size="lg" busy={form.busy}>
        {kitchenWords.save}
      </Button>
    </div>
  </>
);

type Props = {
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
  icon?: IconName;
  className?: string;
  onClose: () => void;
  children: ReactNode;
};

/** The two buttons below a sheet's form: the one that does it, and the one that does not. */
export const SheetActions = ({ danger, className = "row g2 wrap", onClose, children, ...button }: Props) => (
  <div className={className}>
    <Button type="submit" look={danger ? "danger" : "pri"} {...button}>
      {children}
    </Button>
    <Button look="out" onClick={onClose}>
      {kitchenWords.cancel}
    </Button>
  </div>
);

import { sayRules } from "#pwa/admin/company/say-rules";
import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { useForm } from "#pwa/forms/use-form";
import { payingWords } from "#pwa/i18n/company";
import type { OwnCompany, ShareRules } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

type Props = { company: OwnCompany; rules: ShareRules; onClose: () => void; onDone: () => void };

/** Asks for confirmation before new rules take effect: it says from when they count and which orders keep the old ones. */
export function SwitchOn({ company, rules, onClose, onDone }: Props) {
  const before = company.paying.rules;
  const anew = rules.share_cap !== null && before.share_cap !== null && rules.share_duration !== before.share_duration;
  const form = useForm({
    start: {},
    check: () => ({}),
    send: async () => {
      await changeCompany("rules", { ...rules, seen: company.paying.seal });
      toasts.success(payingWords.on, { text: sayRules(rules) });
      onDone();
    },
    explain,
  });
  return (
    <Sheet open kind="alert" title={payingWords.sure} onClose={onClose}>
      <form {...form.props} className="fields mt2">
        <p className="m">{sayRules(rules)}</p>
        <ul className="points t2">
          {payingWords.sureText.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {anew && <li>{payingWords.anew}</li>}
        </ul>
        <p className="sm t2">
          {payingWords.now}: {sayRules(before)}
        </p>
        <FormTrouble form={form} />
        <div className="row wrap g2 actions">
          <Button type="submit" look="pri" busy={form.busy}>
            {payingWords.switchOn}
          </Button>
          <Button look="ghost" data-first onClick={onClose}>
            {payingWords.back}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

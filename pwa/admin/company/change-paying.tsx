import { useState } from "react";
import { DryRunResult } from "#pwa/admin/company/dry-run-result";
import { sayRules } from "#pwa/admin/company/say-rules";
import { shareExample } from "#pwa/admin/company/share-example";
import { SwitchOn } from "#pwa/admin/company/switch-on";
import { explain } from "#pwa/admin/company/use-own-company";
import { LunchSplit } from "#pwa/company/lunch-split";
import { type ShareValues, shareFaults, shareOfValues, valuesOfShare } from "#pwa/company/share";
import { ShareFields } from "#pwa/company/share-fields";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { useForm } from "#pwa/forms/use-form";
import { formatAed } from "#pwa/i18n/amounts";
import { payingWords } from "#pwa/i18n/company";
import { formWords } from "#pwa/i18n/form";
import { monthName } from "#pwa/i18n/say-day";
import { payWords } from "#pwa/i18n/subscription";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { DryRun, OwnCompany, ShareRules } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";

type Props = { company: OwnCompany; keep: string; onDone: () => void };

/** New rules: what they mean for one person, what last month would have been, and only then switched on. */
export function ChangePaying({ company, keep, onDone }: Props) {
  const [tried, setTried] = useState<{ rules: ShareRules; month: DryRun } | null>(null);
  const [sure, setSure] = useState(false);
  const form = useForm<ShareValues>({
    start: valuesOfShare(company.paying.rules),
    keep: { name: keep, where: "tab" },
    check: shareFaults,
    fieldOf: (name) => (name === "share_cap" ? "cap" : name),
    send: async (values) => {
      const rules = shareOfValues(values);
      const options = { toast: false, data: true, timeout: 30_000 } as const;
      const month = await call("POST", "/api/company-profile/dry-run", rules, options);
      setTried({ rules, month });
    },
    explain,
  });
  const sound = Object.values(shareFaults(form.values)).every((fault) => !fault);
  const rules = sound ? shareOfValues(form.values) : null;
  const unchanged = rules !== null && same(rules, company.paying.rules);
  const seen = tried && rules && same(tried.rules, rules) ? tried : null;
  const done = () => {
    form.forget();
    onDone();
  };
  return (
    <>
      <form {...form.props} className="fields mt4">
        <p className="sm t2">
          {payingWords.now}: {sayRules(company.paying.rules)}
        </p>
        <ShareFields form={form} />
        {rules && <Example rules={rules} company={company} />}
        {seen && <DryRunResult month={seen.month} />}
        {unchanged && <p className="sm t2">{payingWords.unchanged}</p>}
        <FormTrouble form={form} />
        <div className="row wrap g2 actions">
          {seen && !unchanged ? (
            <Button look="pri" onClick={() => setSure(true)}>
              {payingWords.switchOn}
            </Button>
          ) : (
            <Button type="submit" look="soft" busy={form.busy}>
              {payingWords.dryRun}
            </Button>
          )}
          <Button look="ghost" onClick={done}>
            {formWords.cancel}
          </Button>
        </div>
      </form>
      {sure && seen && <SwitchOn company={company} rules={seen.rules} onClose={() => setSure(false)} onDone={done} />}
    </>
  );
}

const same = (a: ShareRules, b: ShareRules) =>
  a.share_type === b.share_type &&
  a.share_value === b.share_value &&
  a.share_cap === b.share_cap &&
  // Without a limit it is all the same how it would be counted.
  (a.share_cap === null || a.share_duration === b.share_duration);

/** What the rules mean, counted as they are typed. */
function Example({ rules, company }: { rules: ShareRules; company: OwnCompany }) {
  const example = shareExample(rules, company.tier, dateAt(serverNow()));
  const month = monthName(example.month);
  return (
    <section className="example" aria-label={payWords.example}>
      <h3 className="m">{payWords.example}</h3>
      <LunchSplit price={example.price} net={example.net} company={example.first} />
      <h3 className="m mt4">{payingWords.everyDay(example.lunches, month)}</h3>
      <dl className="dl mt2 sm">
        <div>
          <dt>{payingWords.companyPays}</dt>
          <dd>{formatAed(example.company)}</dd>
        </div>
        <div className="b">
          <dt>{payingWords.personPays}</dt>
          <dd>{formatAed(example.person)}</dd>
        </div>
      </dl>
      {rules.share_cap !== null && (
        <p className="sm t2 mt2" role="status">
          {example.reached === null
            ? payingWords.notReached
            : payingWords.reached(payingWords.nth(example.reached), payingWords.ofPeriod[rules.share_duration] ?? "")}
        </p>
      )}
    </section>
  );
}

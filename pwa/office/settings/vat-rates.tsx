import { peopleOf } from "#pwa/company/company-rules";
import { useForm } from "#pwa/forms/use-form";
import { percents } from "#pwa/i18n/say";
import { longDate } from "#pwa/i18n/say-day";
import { vatWords as words } from "#pwa/i18n/vat";
import { SaveRow } from "#pwa/office/form-actions";
import type { VatAnswer } from "#pwa/office/kitchen";
import { Troubled } from "#pwa/office/troubled";
import { loadConfig } from "#pwa/offline/config";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { useAnswer } from "#pwa/online/use-answer";
import { vatOn } from "#pwa/rules/money";
import { dateAt } from "#pwa/rules/week/date";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

const path = "/api/kitchen/settings/vat";
const dayOf = (date: string) => `${longDate(date)} ${date.slice(0, 4)}`;

/** The rate of VAT, and those that were set for days to come. */
export function VatRates() {
  const { answer, trouble, loading, again } = useAnswer(path);
  if (!answer) return trouble ? <Troubled trouble={trouble} again={again} busy={loading} /> : null;
  const today = dateAt(serverNow());
  const coming = answer.rates.filter(({ from }) => from > today);
  return (
    <section className="card pad col g4 kform" aria-labelledby="vat">
      <h2 className="h3" id="vat">
        {words.title}
      </h2>
      <p>{words.now(percents([answer.now]))}</p>
      {coming.length > 0 && (
        <ul className="list">
          {coming.map(({ from, percent }) => (
            <li key={from}>{words.from(percents([percent]), dayOf(from))}</li>
          ))}
        </ul>
      )}
      <SetRate key={answer.version} vat={answer} onSaved={() => void again()} />
    </section>
  );
}

/** What a new rate affects, in sentences: the deliveries that are ordered at another one. */
function effects({ rates, ahead }: VatAnswer, from: string, percent: number): string[] {
  const end = rates.find((one) => one.from > from)?.from;
  const kept = ahead.filter(({ date, rate }) => date >= from && (!end || date < end) && rate !== percent);
  const deliveries = kept.reduce((all, one) => all + one.deliveries, 0);
  if (percent === vatOn(rates, from)) return [words.same(percents([percent]), dayOf(from))];
  return [
    words.affects(percents([percent]), dayOf(from), end && dayOf(end)),
    deliveries > 0 ? words.keep(deliveries, percents(kept.map(({ rate }) => rate))) : words.keepNone,
  ];
}

function SetRate({ vat, onSaved }: { vat: VatAnswer; onSaved: () => void }) {
  const form = useForm({
    start: { percent: "", from: "" },
    check: ({ percent, from }) => ({
      percent: peopleOf(percent) >= 1 && peopleOf(percent) <= 50 ? undefined : words.wrongRate,
      from: from > dateAt(serverNow()) ? undefined : words.wrongDay,
    }),
    send: async ({ percent, from }) => {
      await call("PUT", path, { from, percent: peopleOf(percent), seen: vat.version }, { toast: false });
      toasts.success(words.saved(percents([peopleOf(percent)]), dayOf(from)));
      void loadConfig();
      onSaved();
    },
    explain: (fault) => (fault.reason === "vat_changed" ? words.changed : undefined),
  });
  const { percent, from } = form.values;
  const rate = peopleOf(percent);
  const told = from > dateAt(serverNow()) && rate >= 1 && rate <= 50 ? effects(vat, from, rate) : [];
  return (
    <form {...form.props} className="col g4">
      <div className="kdates">
        <Field
          label={words.rate}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={2}
          {...form.field("percent")}
        />
        <DateField label={words.since} help={words.sinceHelp} {...form.field("from")} />
      </div>
      <p className="sm t2" role="status">
        {told.join(" ")}
      </p>
      <SaveRow form={form} />
    </form>
  );
}

import { filsTyped, peopleOf } from "#pwa/company/company-rules";
import { useForm } from "#pwa/forms/use-form";
import { formatShort } from "#pwa/i18n/amounts";
import { counterLimitsWords as words } from "#pwa/i18n/counter-limits";
import { longDate } from "#pwa/i18n/say-day";
import { SaveRow } from "#pwa/office/form-actions";
import { Troubled } from "#pwa/office/troubled";
import type { components } from "#pwa/offline/contract.gen";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

type Limits = components["schemas"]["OperatorCounterLimits"];
type Answer = components["schemas"]["OperatorCounterLimitsAnswer"];

const path = "/api/kitchen/settings/counters";
const dayOf = (date: string) => `${longDate(date)} ${date.slice(0, 4)}`;
const dirhams = (fils: number) => (fils % 100 ? (fils / 100).toFixed(2) : String(fils / 100));

/** What counters may charge to accounts without a review, and what was set for days to come. */
export function CounterLimits() {
  const { answer, trouble, loading, again } = useAnswer(path);
  if (!answer) return trouble ? <Troubled trouble={trouble} again={again} busy={loading} /> : null;
  const { now, coming } = answer;
  return (
    <section className="card pad col g4 kform" aria-labelledby="counter-limits">
      <h2 className="h3" id="counter-limits">
        {words.title}
      </h2>
      <p className="t2">{words.text}</p>
      <p>{words.now(formatShort(now.sale_limit), formatShort(now.day_limit), now.offline_hours)}</p>
      {coming.length > 0 && (
        <ul className="list">
          {coming.map(({ from, sale_limit, day_limit, offline_hours }) => (
            <li key={from}>
              {words.from(dayOf(from), formatShort(sale_limit), formatShort(day_limit), offline_hours)}
            </li>
          ))}
        </ul>
      )}
      <SetLimits key={answer.version} known={answer} onSaved={() => void again()} />
    </section>
  );
}

/** The fields have the names that the server's errors have. */
const startOf = ({ now }: Answer) => ({
  sale_limit: dirhams(now.sale_limit),
  day_limit: dirhams(now.day_limit),
  offline_hours: String(now.offline_hours),
  from: dateAt(serverNow()),
});
type Values = ReturnType<typeof startOf>;

const typed = (values: Values): Limits => ({
  sale_limit: filsTyped(values.sale_limit),
  day_limit: filsTyped(values.day_limit),
  offline_hours: peopleOf(values.offline_hours),
});

function faults(values: Values) {
  const { sale_limit, day_limit, offline_hours } = typed(values);
  const amount = (fils: number) => (fils >= 100 && fils <= 10_000_000 ? undefined : words.wrongAmount);
  return {
    sale_limit: amount(sale_limit),
    day_limit: amount(day_limit) ?? (day_limit < sale_limit ? words.lessThanSale : undefined),
    offline_hours: offline_hours >= 1 && offline_hours <= 720 ? undefined : words.wrongHours,
    from: values.from >= dateAt(serverNow()) ? undefined : words.wrongDay,
  };
}

function SetLimits({ known, onSaved }: { known: Answer; onSaved: () => void }) {
  const form = useForm<Values>({
    start: startOf(known),
    check: faults,
    send: async (values) => {
      await call("PUT", path, { ...typed(values), from: values.from, seen: known.version }, { toast: false });
      toasts.success(words.saved(dayOf(values.from)));
      onSaved();
    },
    explain: (fault) => (fault.reason === "limits_changed" ? words.changed : undefined),
  });
  const amount = { inputMode: "decimal", autoComplete: "off", dir: "ltr", maxLength: 10 } as const;
  return (
    <form {...form.props} className="col g4">
      <div className="kdates">
        <Field label={words.sale} help={words.saleHelp} {...amount} {...form.field("sale_limit")} />
        <Field label={words.day} {...amount} {...form.field("day_limit")} />
      </div>
      <div className="kdates">
        <Field
          label={words.hours}
          help={words.hoursHelp}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={3}
          {...form.field("offline_hours")}
        />
        <DateField label={words.since} help={words.sinceHelp} {...form.field("from")} />
      </div>
      <Effects known={known} values={form.values} />
      <SaveRow form={form} />
    </form>
  );
}

/** What new limits affect, in sentences: counters, and what they would have stopped lately. */
function Effects({ known, values }: { known: Answer; values: Values }) {
  const { sale_limit, day_limit, offline_hours } = typed(values);
  const whole = Object.values(faults(values)).every((fault) => !fault);
  const start = startOf(known);
  const differs = (Object.keys(start) as (keyof Values)[]).some((name) => start[name] !== values[name]);
  const query = `sale_limit=${sale_limit}&day_limit=${day_limit}&offline_hours=${offline_hours}`;
  const { answer: meet } = useAnswer(whole && differs ? `${path}/meet?${query}` : null, { keepPrevious: true });
  if (!whole || !differs) return <p role="status" />;
  const next = known.coming.find(({ from }) => from > values.from)?.from;
  const same = known.coming.some(({ from }) => from === values.from);
  const above = meet
    ? [
        meet.above_sale > 0 && words.aboveSale(meet.above_sale),
        meet.above_day > 0 && words.aboveDay(meet.above_day),
        meet.later > 0 && words.later(meet.later),
      ].filter((one) => one !== false)
    : [];
  return (
    <p className="sm t2" role="status">
      {[
        words.tills(known.tills, known.companies),
        ...(meet ? [words.meet(meet.sales, above)] : []),
        ...(same ? [words.replaces(dayOf(values.from))] : []),
        ...(next ? [words.until(dayOf(next))] : []),
        words.stays,
      ].join(" ")}
    </p>
  );
}

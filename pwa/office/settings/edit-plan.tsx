import { useState } from "react";
import { ulid } from "ulid";
import { filsTyped, peopleFault, peopleOf } from "#pwa/company/company-rules";
import { useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { plansWords as words } from "#pwa/i18n/plans";
import { rulesWords } from "#pwa/i18n/rules";
import { longDate } from "#pwa/i18n/say-day";
import type { Plan } from "#pwa/office/settings/plans";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { dateAt } from "#pwa/rules/week/date";
import { Field } from "#pwa/ui/field";
import { Segment } from "#pwa/ui/segment";
import { Switch } from "#pwa/ui/switch";

type Props = { plan?: Plan; onDone: () => void; onClose: () => void };

const dirhams = (fils: number) => (fils % 100 ? (fils / 100).toFixed(2) : String(fils / 100));

/** The fields have the names that the server's errors have. */
function startOf(plan?: Plan) {
  const flat = plan?.discount_type === "Flat";
  const amount = plan?.discount_amount ?? 20;
  return {
    name: plan?.name ?? "",
    discount_type: flat ? "Flat" : "Percentage",
    discount_amount: flat ? dirhams(amount) : String(amount),
    min_num_people: String(plan?.min_num_people ?? 20),
    minimum_day: String(plan?.minimum_day ?? 3),
    minimum_meal_count: String(plan?.minimum_meal_count ?? 1),
    avg_price: dirhams(plan?.avg_price ?? 4700),
    active_from: plan?.active_from ?? "",
    active_until: plan?.active_until ?? "",
    from: dateAt(serverNow()),
  };
}
type Values = ReturnType<typeof startOf>;

const termsTyped = (values: Values) => ({
  name: values.name.trim(),
  discount_type: values.discount_type,
  discount_amount: (values.discount_type === "Flat" ? filsTyped : peopleOf)(values.discount_amount),
  min_num_people: peopleOf(values.min_num_people),
  minimum_day: peopleOf(values.minimum_day),
  minimum_meal_count: peopleOf(values.minimum_meal_count),
  avg_price: filsTyped(values.avg_price),
  ...(values.active_from && { active_from: values.active_from }),
  ...(values.active_until && { active_until: values.active_until }),
});

function faults(values: Values) {
  const typed = termsTyped(values);
  const flat = typed.discount_type === "Flat";
  const within = (n: number, most: number) => n >= 1 && n <= most;
  const { active_from, active_until } = values;
  return {
    name: typed.name ? undefined : rulesWords.missing,
    discount_amount: within(typed.discount_amount / (flat ? 100 : 1), flat ? 1000 : 100)
      ? undefined
      : flat
        ? rulesWords.amount
        : rulesWords.percent,
    min_num_people: peopleFault(values.min_num_people),
    minimum_day: within(typed.minimum_day, 5) ? undefined : words.wrongDays,
    minimum_meal_count: within(typed.minimum_meal_count, 20) ? undefined : words.wrongMeals,
    avg_price: within(typed.avg_price / 100, 1000) ? undefined : rulesWords.amount,
    active_until: active_until && active_until <= active_from ? words.after : undefined,
    from: values.from >= dateAt(serverNow()) ? undefined : words.wrongDay,
  };
}

/** What saving affects, in sentences. */
function effects(plan: Plan, values: Values): string[] {
  const typed = termsTyped(values);
  const other = (...names: (keyof typeof typed)[]) => names.some((name) => typed[name] !== plan[name]);
  const priced = other("discount_type", "discount_amount", "minimum_day", "minimum_meal_count");
  return [
    ...(priced && plan.companies > 0 ? [words.affects(plan.companies, plan.drafts)] : []),
    ...(priced && plan.agreed > 0 ? [words.agreed(plan.agreed)] : []),
    ...(other("min_num_people") ? [words.tiers] : []),
    ...(values.active_until && other("active_until") ? [words.closes] : []),
    ...(plan.next ? [words.replaces(longDate(plan.next.from))] : []),
  ];
}

/** A new plan, or one that changes today or on a later day. Says what that affects before it is saved. */
export function EditPlan({ plan, onDone, onClose }: Props) {
  // Sent twice it is one plan.
  const [key] = useState(() => ulid());
  const [popular, setPopular] = useState(plan?.popular ?? false);
  const form = useForm<Values>({
    start: startOf(plan),
    check: faults,
    send: async (values) => {
      const body = { ...termsTyped(values), popular };
      const path = "/api/kitchen/settings/plans";
      if (plan)
        await call("PUT", `${path}/${plan.id}`, { ...body, from: values.from, seen: plan.seal }, { toast: false });
      else await call("POST", path, { ...body, key }, { toast: false });
      onDone();
    },
  });
  const { values } = form;
  const number = { inputMode: "decimal", autoComplete: "off", dir: "ltr", maxLength: 8 } as const;
  const affected = plan ? effects(plan, values) : [];
  return (
    <SettingSheet title={plan ? plan.name : words.add} form={form} onClose={onClose}>
      <Field label={words.name} maxLength={40} {...form.field("name")} data-first />
      <Segment
        label={words.type}
        value={values.discount_type}
        onChange={(type) => form.set("discount_type", type)}
        options={[
          { value: "Percentage", label: words.percentage },
          { value: "Flat", label: words.flat },
        ]}
      />
      <Field
        label={values.discount_type === "Flat" ? words.amount : words.percent}
        {...number}
        {...form.field("discount_amount")}
      />
      <Field label={words.people} help={words.peopleHelp} {...number} {...form.field("min_num_people")} />
      <Field label={words.days} help={words.daysHelp} {...number} {...form.field("minimum_day")} />
      <Field label={words.meals} {...number} {...form.field("minimum_meal_count")} />
      <Field label={words.average} help={words.averageHelp} {...number} {...form.field("avg_price")} />
      <Switch on={popular} onChange={setPopular} label={words.isPopular} />
      <div className="kdates">
        <DateField label={formWords.optional(words.activeFrom)} {...form.field("active_from")} />
        <DateField label={formWords.optional(words.activeUntil)} {...form.field("active_until")} />
      </div>
      {plan && <DateField label={words.from} help={words.fromHelp} {...form.field("from")} />}
      {affected.length > 0 && (
        <p className="sm t2" role="status">
          {affected.join(" ")}
        </p>
      )}
    </SettingSheet>
  );
}

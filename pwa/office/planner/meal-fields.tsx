import { useId } from "react";
import { bookWords as words } from "#pwa/i18n/book";
import type { useMealForm } from "#pwa/office/planner/use-meal-form";
import type { Book } from "#pwa/offline/wire";
import { DateField } from "#pwa/online/date-field";
import { Chip } from "#pwa/ui/chip";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";

/** What a meal is called, what it costs and where it belongs. */
export function MealFields({ meal, book }: { meal: ReturnType<typeof useMealForm>; book: Book }) {
  const { form, wrong, set } = meal;
  const text = useId();
  const diets = [...book.diets, ...form.diets.filter((one) => !book.diets.includes(one))];
  return (
    <section className="card pad col g4" aria-label={words.meal}>
      <Field
        label={words.name}
        value={form.name}
        maxLength={120}
        error={wrong.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Field
        label={words.nameAr}
        help={words.nameArHelp}
        value={form.name_ar}
        dir="rtl"
        lang="ar"
        maxLength={120}
        error={wrong.name_ar}
        onChange={(event) => set({ name_ar: event.target.value })}
      />
      <div className="field">
        <label htmlFor={text}>{words.description}</label>
        <textarea
          id={text}
          className="inp bktext"
          rows={3}
          maxLength={600}
          value={form.description}
          aria-invalid={wrong.description ? true : undefined}
          aria-describedby={`${text}-help`}
          onChange={(event) => set({ description: event.target.value })}
        />
        <p className={wrong.description ? "help err" : "help"} id={`${text}-help`}>
          {wrong.description ?? words.descriptionHelp}
        </p>
      </div>
      <div className="bkpair">
        <Field
          label={words.price}
          help={words.priceHelp}
          inputMode="decimal"
          dir="ltr"
          value={form.price}
          maxLength={12}
          error={wrong.price}
          onChange={(event) => set({ price: event.target.value })}
        />
        <SelectField
          label={words.cuisine}
          value={form.cuisine}
          error={wrong.cuisine}
          onChange={(event) => set({ cuisine: event.target.value })}
        >
          {book.cuisines.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label={words.code}
          help={words.codeHelp}
          dir="ltr"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={form.code}
          maxLength={40}
          error={wrong.code}
          onChange={(event) => set({ code: event.target.value })}
        />
        <DateField
          label={words.newUntil}
          help={words.newUntilHelp}
          value={form.new_until}
          error={wrong.new_until}
          onChange={(event) => set({ new_until: event.target.value })}
        />
      </div>
      <div role="group" aria-label={words.diets}>
        <p className="lbl" aria-hidden="true">
          {words.diets}
        </p>
        <div className="row wrap g2 mt2">
          {diets.map((diet) => {
            const on = form.diets.includes(diet);
            return (
              <Chip
                key={diet}
                on={on}
                onClick={() => set({ diets: diets.filter((one) => (one === diet ? !on : form.diets.includes(one))) })}
              >
                {diet}
              </Chip>
            );
          })}
        </div>
      </div>
    </section>
  );
}

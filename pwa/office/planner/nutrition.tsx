import { bookWords as words } from "#pwa/i18n/book";
import { energyDoubt } from "#pwa/office/planner/meal-form";
import type { useMealForm } from "#pwa/office/planner/use-meal-form";
import { Field } from "#pwa/ui/field";
import { Icon } from "#pwa/ui/icon";

const names = ["kcal", "protein", "carbohydrate", "fat"] as const;

/** What a portion gives. Numbers that do not go together are doubted, not refused. */
export function Nutrition({ meal }: { meal: ReturnType<typeof useMealForm> }) {
  const doubt = energyDoubt(meal.form);
  return (
    <section className="card pad" aria-label={words.nutrition}>
      <h2 className="h3">{words.nutrition}</h2>
      <p className="sm t2 mt2">{words.nutritionHelp}</p>
      <div className="bkmacros mt3">
        {names.map((name) => (
          <Field
            key={name}
            label={words[name]}
            inputMode="numeric"
            dir="ltr"
            maxLength={4}
            value={meal.form[name]}
            error={meal.wrong[name]}
            onChange={(event) => meal.set({ [name]: event.target.value })}
          />
        ))}
      </div>
      <p className="help mt3 bkdoubt" role="status">
        {doubt !== undefined && (
          <>
            <Icon name="alert" size="s" />
            <span>{words.doubt(doubt)}</span>
          </>
        )}
      </p>
    </section>
  );
}

import { useMemo, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { ownName } from "#pwa/i18n/food";
import { offerWords, pickerWords as words } from "#pwa/i18n/planner";
import { longDate, shortDay } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { found } from "#pwa/office/planner/found";
import type { Meals } from "#pwa/office/planner/use-meals";
import type { DayShown } from "#pwa/office/planner/week";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Field } from "#pwa/ui/field";
import { Icon } from "#pwa/ui/icon";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";

const step = 40;

type Props = {
  day: DayShown;
  days: DayShown[];
  book: Meals;
  onAdd: (meal: string) => void;
  onTake: (meal: string) => void;
  onClose: () => void;
};

/** Meals of the book for a day: found by what they are called, put on and off by one tap each. */
export function MealPicker({ day, days, book, onAdd, onTake, onClose }: Props) {
  const [search, setSearch] = useState("");
  const [cuisine, setCuisine] = useState("");
  const [diet, setDiet] = useState("");
  const [most, setMost] = useState(step);
  const [before] = useState(() => new Set(day.meals.map(({ meal }) => meal)));
  const all = book.book?.data;
  const fitting = useMemo(
    () => found(all ?? [], { search, cuisine: Number(cuisine) || undefined, diet }),
    [all, search, cuisine, diet],
  );
  const here = new Map(day.meals.map((offer) => [offer.meal, offer]));
  const added = day.meals.filter(({ meal }) => !before.has(meal)).length;
  const again =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      change(value);
      setMost(step);
    };
  const [byName, byCuisine, byDiet] = [again(setSearch), again(setCuisine), again(setDiet)];
  return (
    <Sheet
      open
      kind="wide"
      title={words.title(longDate(day.date))}
      onClose={onClose}
      footer={
        <Button look="pri" full onClick={onClose}>
          {words.added(added)}
        </Button>
      }
    >
      {book.book && all?.length === 0 ? (
        <EmptyState icon="plate" title={words.emptyBook} action={<Button to="/kitchen/meals">{words.toBook}</Button>}>
          {words.emptyBookText}
        </EmptyState>
      ) : (
        <>
          <div className="plfind">
            <Field
              label={words.search}
              type="search"
              icon="search"
              value={search}
              autoComplete="off"
              onChange={(event) => byName(event.target.value)}
              data-first
            />
            <SelectField label={words.cuisine} value={cuisine} onChange={(event) => byCuisine(event.target.value)}>
              <option value="">{words.all}</option>
              {book.book?.cuisines.map((one) => (
                <option key={one.id} value={one.id}>
                  {ownName(one)}
                </option>
              ))}
            </SelectField>
            <SelectField label={words.diet} value={diet} onChange={(event) => byDiet(event.target.value)}>
              <option value="">{words.all}</option>
              {book.book?.diets.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
          </div>
          <p className="sm t2 mt3" role="status">
            {fitting.length > 0 && words.found(fitting.length)}
          </p>
          {all && fitting.length === 0 && (
            <EmptyState icon="search" title={words.none}>
              {words.noneText}
            </EmptyState>
          )}
          <ul className="plbook mt2">
            {fitting.slice(0, most).map(({ meal, code }) => {
              const on = here.get(meal.id);
              const also = days.filter(
                (one) => one.date !== day.date && one.meals.some((offer) => offer.meal === meal.id),
              );
              return (
                <li key={meal.id}>
                  <button
                    type="button"
                    className="plpick"
                    aria-pressed={on !== undefined}
                    disabled={on !== undefined && on.ordered > 0}
                    onClick={() => (on ? onTake(meal.id) : onAdd(meal.id))}
                  >
                    <MealPicture meal={meal} detail="thumb" />
                    <span className="grow">
                      <b className="kname">{ownName(meal) || code}</b>
                      <span className="xs t2 kline num">
                        {dotted([
                          meal.price > 0 ? formatAed(meal.price) : offerWords.noPrice,
                          meal.kcal > 0 && offerWords.kcal(meal.kcal),
                          code,
                        ])}
                      </span>
                      <span className="xs t3 kline">
                        {dotted([
                          also.length > 0 && words.alsoOn(also.map(({ date }) => shortDay(date))),
                          Object.keys(meal.allergens).length === 0 && offerWords.noAllergens,
                        ])}
                      </span>
                    </span>
                    <span className={`add${on ? " on" : ""}`} aria-hidden="true">
                      <Icon name={on ? "check" : "plus"} size="s" />
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
          {fitting.length > most && (
            <div className="center mt3">
              <Button look="out" onClick={() => setMost(most + step)}>
                {words.more}
              </Button>
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}

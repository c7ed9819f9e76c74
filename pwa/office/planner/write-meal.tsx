import { type FormEvent, useEffect, useRef, useState } from "react";
import { bookWords as words } from "#pwa/i18n/book";
import { AllergenTable } from "#pwa/office/planner/allergen-table";
import { MealActs } from "#pwa/office/planner/meal-acts";
import { MealChanged } from "#pwa/office/planner/meal-changed";
import { fresh, keepEdit } from "#pwa/office/planner/meal-edits";
import { MealFields } from "#pwa/office/planner/meal-fields";
import { mealOf } from "#pwa/office/planner/meal-form";
import { MealPreview } from "#pwa/office/planner/meal-preview";
import { Nutrition } from "#pwa/office/planner/nutrition";
import { RecipeEditor } from "#pwa/office/planner/recipe-editor";
import { useMealForm } from "#pwa/office/planner/use-meal-form";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { Book, BookMeal, MealEdit } from "#pwa/offline/wire";
import { BackButton } from "#pwa/ui/back-button";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { Sheet } from "#pwa/ui/sheet";
import { StatusChip } from "#pwa/ui/status-chip";

type Props = {
  name: string;
  start: MealEdit;
  known?: BookMeal;
  book: Book;
  onTook: (one: BookMeal) => void;
  onLeave: () => void;
};

/** Everything about one meal, and beside it what employees will see. */
export function WriteMeal({ name, start, known, book, onTook, onLeave }: Props) {
  const meal = useMealForm({ name, start, onTook });
  const { form, changed, trouble, busy } = meal;
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const page = useRef<HTMLFormElement>(null);
  const dirty = changed.length > 0;

  useEffect(() => {
    if (trouble) page.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [trouble]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void meal.save();
  };
  const discard = () => {
    setAsking(false);
    meal.discard();
    if (name !== fresh) return;
    void keepEdit(fresh, null).catch(() => undefined);
    onLeave();
  };
  const state = meal.unkept ? words.notKept : !online ? words.keptOffline : words.kept;
  return (
    <form ref={page} className="bkedit" noValidate onSubmit={submit}>
      <div className="row g2">
        <BackButton otherwise="/kitchen/meals" />
        <h1 className="grow clamp2">{form.name || words.newTitle}</h1>
        {known?.archived && (
          <StatusChip tone="mute" icon="lock">
            {words.archived}
          </StatusChip>
        )}
      </div>
      {known && <MealActs known={known} dirty={dirty} onTook={meal.took} />}
      <div className="bkcolumns mt4">
        <div className="col g4">
          <MealFields meal={meal} book={book} />
          <RecipeEditor art={form.art} onChange={(art) => meal.set({ art })} />
          <AllergenTable
            known={book.allergens}
            allergens={form.allergens}
            onChange={(allergens) => meal.set({ allergens })}
          />
          <Nutrition meal={meal} />
        </div>
        <MealPreview
          meal={{ ...mealOf(form, meal.edit.id), ...(form.new_until && { new: true }) }}
          cuisine={book.cuisines.find(({ id }) => String(id) === form.cuisine)?.name}
        />
      </div>
      <div className="bksave">
        <p className={trouble ? "help err" : "help"} role={trouble ? "alert" : "status"}>
          {trouble && <Icon name="err" size="s" />}
          <span>{trouble ?? (dirty ? state : known ? words.asSaved : "")}</span>
        </p>
        <div className="row wrap g2">
          {dirty && (
            <Button look="ghost" onClick={() => setAsking(true)}>
              {words.discard}
            </Button>
          )}
          <Button type="submit" look="pri" size="lg" busy={busy} disabled={!dirty && known !== undefined}>
            {known ? words.save : words.create}
          </Button>
        </div>
      </div>
      <Sheet
        open={asking}
        kind="alert"
        title={words.discardTitle}
        onClose={() => setAsking(false)}
        footer={
          <div className="row wrap g2 mt4">
            <Button look="danger" onClick={discard}>
              {words.discard}
            </Button>
            <Button look="out" onClick={() => setAsking(false)} data-first>
              {words.stay}
            </Button>
          </div>
        }
      >
        {known ? words.discardText(changed.map((field) => words.fields[field] ?? field)) : words.discardNew}
      </Sheet>
      {meal.theirs && <MealChanged meal={meal} theirs={meal.theirs} book={book} />}
    </form>
  );
}

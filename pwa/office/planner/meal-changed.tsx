import { useState } from "react";
import { bookWords as words } from "#pwa/i18n/book";
import { foodName } from "#pwa/i18n/food";
import { joined } from "#pwa/i18n/joined";
import { MealArt } from "#pwa/menu/meal-art";
import { type Clash, clashes, type FormName, formOf, merged } from "#pwa/office/planner/meal-form";
import type { useMealForm } from "#pwa/office/planner/use-meal-form";
import type { Book, BookMeal, MealForm } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Segment } from "#pwa/ui/segment";
import { Sheet } from "#pwa/ui/sheet";

type Props = { meal: ReturnType<typeof useMealForm>; theirs: BookMeal; book: Book };

/** Two people changed one meal: both versions, field by field, and whose stays. */
export function MealChanged({ meal, theirs, book }: Props) {
  const { base, form: mine, id } = meal.edit;
  const other = formOf(theirs);
  const [take, setTake] = useState<Clash[]>(() => clashes(base, mine, other));
  const choose = (name: FormName, whose: Clash["take"]) =>
    setTake((before) => before.map((one) => (one.name === name ? { ...one, take: whose } : one)));
  const leave = () => meal.yield(theirs);
  return (
    <Sheet
      open
      kind="wide"
      title={words.changedTitle}
      onClose={meal.wait}
      footer={
        <div className="row wrap g2">
          <Button
            look="pri"
            busy={meal.busy}
            onClick={() => void meal.save({ id, rev: theirs.rev, base: other, form: merged(mine, other, take) })}
          >
            {words.keepChosen}
          </Button>
          <Button look="out" onClick={leave}>
            {words.takeTheirs}
          </Button>
        </div>
      }
    >
      <p className="t2">{take.length > 0 ? words.changedText : words.same}</p>
      <ul className="list mt3">
        {take.map(({ name, take: whose }) => (
          <li key={name} className="bkclash">
            <b>{words.fields[name]}</b>
            <div className="bkboth">
              <div>
                <p className="xs t2">{words.mine}</p>
                <Value name={name} form={mine} book={book} />
              </div>
              <div>
                <p className="xs t2">{words.theirs}</p>
                <Value name={name} form={other} book={book} />
              </div>
            </div>
            <Segment
              label={words.fields[name] ?? name}
              value={whose}
              options={[
                { value: "mine", label: words.mine },
                { value: "theirs", label: words.theirs },
              ]}
              onChange={(chosen) => choose(name, chosen)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Value({ name, form, book }: { name: FormName; form: MealForm; book: Book }) {
  if (name === "art")
    return (
      <span className="bkthumb">
        <MealArt art={form.art} detail="thumb" look="round" />
      </span>
    );
  return (
    <span className="bkvalue" dir={name === "name_ar" ? "rtl" : undefined}>
      {sayField(name, form, book) || words.nothingThere}
    </span>
  );
}

function sayField(name: Exclude<FormName, "art">, form: MealForm, book: Book): string {
  if (name === "allergens")
    return joined(
      Object.entries(form.allergens)
        .map(([allergen, presence]) => `${foodName(allergen)}: ${words.presence[presence].toLowerCase()}`)
        .sort(),
    );
  if (name === "diets") return joined(form.diets.map(foodName));
  if (name === "cuisine") return book.cuisines.find(({ id }) => String(id) === form.cuisine)?.name ?? "";
  return form[name];
}

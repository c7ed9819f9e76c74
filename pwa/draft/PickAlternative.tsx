import { useState } from "react";
import { toasts } from "#pwa/app/toasts";
import { chooseAlternative } from "#pwa/draft/editDay";
import type { DraftDay } from "#pwa/draft/useDraftDays";
import { MealPicture } from "#pwa/menu/MealPicture";
import { mealOf } from "#pwa/menu/mealsOn";
import { Button } from "#pwa/ui/Button";
import { RadioRow } from "#pwa/ui/RadioRow";
import { longDay } from "#pwa/week/sayDay";
import type { DraftItem, MenuWeek } from "#pwa/wire";
import { checkoutWords } from "#pwa/words/checkout";
import { mealsWords } from "#pwa/words/meals";

/** Two devices chose differently for a day: the person says which one counts. (D18) */
export function PickAlternative({ day, menu }: { day: DraftDay; menu?: MenuWeek }) {
  const [picked, setPicked] = useState("");
  const [busy, setBusy] = useState(false);
  const options = [
    { dev: "", items: day.items, from: checkoutWords.sentFirst },
    ...day.alternatives.map(({ dev, items }) => ({ dev, items, from: checkoutWords.sentLater })),
  ];
  const keep = () => {
    setBusy(true);
    chooseAlternative(day, picked || null)
      .catch(() => toasts.error(mealsWords.notSaved, { text: mealsWords.notSavedText }))
      .finally(() => setBusy(false));
  };
  return (
    <section className="card pad mt4">
      <fieldset className="col g2">
        <legend className="h3">{checkoutWords.unresolved(longDay(day.date))}</legend>
        <p className="sm t2">{checkoutWords.unresolvedText}</p>
        {options.map(({ dev, items, from }) => (
          <RadioRow key={dev} name={`pick-${day.date}`} value={dev} checked={picked === dev} onChoose={setPicked}>
            {items[0] && (
              <span className="thumb s">
                <MealPicture meal={menu && mealOf(menu, items[0].meal)} detail="thumb" />
              </span>
            )}
            <span className="grow">
              <span className="m sm blk">{said(items, menu)}</span>
              <span className="xs t2">{from}</span>
            </span>
          </RadioRow>
        ))}
      </fieldset>
      <Button look="soft" full className="mt3" onClick={keep} busy={busy}>
        {checkoutWords.keepThis}
      </Button>
    </section>
  );
}

const said = (items: readonly DraftItem[], menu?: MenuWeek) =>
  items
    .map(
      ({ meal, qty }) => `${qty > 1 ? `${qty} × ` : ""}${(menu && mealOf(menu, meal)?.name) ?? mealsWords.unknownMeal}`,
    )
    .join(", ") || checkoutWords.noMeals;

import { useState } from "react";
import { movedTo } from "#pwa/employee/amend/moving";
import { holidayWords as words } from "#pwa/i18n/holiday";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import { mealsOn } from "#pwa/menu/meals-on";
import { useMenus } from "#pwa/menu/use-menus";
import { useOffered } from "#pwa/menu/use-offered";
import type { Delivery, Meal, Order } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { RadioRow } from "#pwa/ui/radio-row";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";

type Props = { order: Order; delivery: Delivery; onClose: () => void };

/** The meal itself where a day has it, else the one closest in price. */
const likeOf = (meals: Meal[], { meal, price }: Delivery["items"][number]): string =>
  meals.find(({ id }) => id === meal)?.id ??
  [...meals].sort((a, b) => Math.abs(a.price - price) - Math.abs(b.price - price))[0]?.id ??
  "";

/** Moves the lunch of a closed day to another open day of its week, with meals of that day's menu. The next page has the price. */
export function MoveDay({ order, delivery, onClose }: Props) {
  const menu = useMenus()?.[order.week];
  const days = useOffered()
    ?.find(({ value }) => value === order.week)
    ?.days.filter(({ date, offered }) => offered && menu && mealsOn(menu, date).length > 0);
  const [chosen, setChosen] = useState<string>();
  const [others, setOthers] = useState<Record<number, string>>({});
  const to = chosen ?? days?.[0]?.date;
  const meals = menu && to ? mealsOn(menu, to) : [];
  const items = delivery.items.map((item, at) => {
    const other = others[at];
    return { meal: other && meals.some(({ id }) => id === other) ? other : likeOf(meals, item), qty: item.qty };
  });
  const name = longDay(delivery.delivery_date);
  return (
    <Sheet open title={words.moveTitle(name)} onClose={onClose}>
      {!to ? (
        <EmptyState icon="cal" title={words.none}>
          {words.noneText}
        </EmptyState>
      ) : (
        <>
          <fieldset className="col g2">
            <legend className="cap">{words.to}</legend>
            {days?.map(({ date }) => (
              <RadioRow key={date} name="move" value={date} checked={date === to} onChoose={setChosen}>
                <span className="grow">{dayAndDate(date)}</span>
              </RadioRow>
            ))}
          </fieldset>
          <div className="col g3 mt4">
            {delivery.items.map((item, at) => (
              <SelectField
                key={`${item.meal} ${item.instead_of}`}
                label={words.meal(item.qty, item.name)}
                value={items[at]?.meal}
                onChange={(event) => setOthers({ ...others, [at]: event.target.value })}
              >
                {meals.map((meal) => (
                  <option key={meal.id} value={meal.id}>
                    {meal.name}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
          <p className="sm t2 mt4">{words.price}</p>
          <Button look="pri" className="mt3" to={movedTo(order.id, delivery.delivery_date, to, items)}>
            {words.next}
          </Button>
        </>
      )}
    </Sheet>
  );
}

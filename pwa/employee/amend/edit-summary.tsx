import { aboutDifference } from "#pwa/employee/amend/edit-bar";
import { amendWords } from "#pwa/i18n/amend";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { joined } from "#pwa/i18n/joined";
import { mealsWords } from "#pwa/i18n/meals";
import { dayOfMonth, longDay, shortDay } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { AmendDay, MenuWeek, Order } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";

const words = amendWords;

type Props = {
  open: boolean;
  onClose: () => void;
  order: Order;
  proposed: readonly AmendDay[];
  menu?: MenuWeek;
  difference?: number;
  onChoose: (date: string) => void;
};

/** The day summary behind the cart: each day of the order, as ordered and as proposed. */
export function EditSummary({ open, onClose, order, proposed, menu, difference, onChoose }: Props) {
  const menus = menu && { [order.week]: menu };
  const days = order.deliveries.filter(({ live }) => live).sort((a, b) => (a.delivery_date < b.delivery_date ? -1 : 1));
  const nameOf = (id: string) =>
    days.flatMap(({ items }) => items).find(({ meal }) => meal === id)?.name ??
    knownMeal(menus, order.week, id)?.name ??
    dashboardWords.unknownMeal;
  const say = (items: readonly { meal: string; qty: number }[]) =>
    items.length > 0 ? joined(items.map(({ meal, qty }) => mealsWords.portions(nameOf(meal), qty))) : words.noLunch;
  return (
    <Sheet
      open={open}
      title={mealsWords.summary}
      onClose={onClose}
      footer={
        proposed.length > 0 && (
          <div className="row between">
            <span className="sm">
              <b className="blk">{words.changedDays(proposed.length)}</b>
              {difference !== undefined && <span className="t2 num">{aboutDifference(difference)}</span>}
            </span>
            <Button look="pri" size="lg" after="arrow" to={`/checkout/edit/${order.id}`}>
              {words.review}
            </Button>
          </div>
        )
      }
    >
      <ul className="list cart">
        {days.map(({ delivery_date: date, items }) => {
          const proposal = proposed.find((day) => day.date === date);
          const now = proposal?.items ?? items;
          return (
            <li key={date} className="li">
              <span className="when center">
                <span className="xs b">{shortDay(date)}</span>
                <span className="xs t3 blk">{dayOfMonth(date)}</span>
              </span>
              <span className="thumb">
                <MealPicture meal={now[0] && knownMeal(menus, order.week, now[0].meal)} detail="thumb" />
              </span>
              <span className="grow">
                {proposal && <s className="sm t3 blk">{say(items)}</s>}
                <span className="m blk">{say(now)}</span>
              </span>
              <Button
                look="soft"
                className="small"
                onClick={() => onChoose(date)}
                aria-label={mealsWords.changeDay(longDay(date))}
              >
                {words.changeIt}
              </Button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

import { type RefObject, useState } from "react";
import type { Choices } from "#pwa/db";
import { type Filters, noFilters } from "#pwa/draft/choices";
import { FilterBar } from "#pwa/draft/FilterBar";
import { filterMeals } from "#pwa/draft/filterMeals";
import { MealChoice } from "#pwa/draft/MealChoice";
import { PickAlternative } from "#pwa/draft/PickAlternative";
import { ShutDay } from "#pwa/draft/ShutDay";
import { useMealPrices } from "#pwa/draft/useMealPrices";
import { MealDetailSheet, type PriceLine } from "#pwa/menu/MealDetailSheet";
import { mealsOn } from "#pwa/menu/mealsOn";
import { formatAed } from "#pwa/money";
import type { Day } from "#pwa/order/useDay";
import { Button } from "#pwa/ui/Button";
import { EmptyState } from "#pwa/ui/EmptyState";
import { Icon } from "#pwa/ui/Icon";
import { Skeleton } from "#pwa/ui/Skeleton";
import { mondayOf } from "#pwa/week/date";
import { longDate, longDay } from "#pwa/week/sayDay";
import type { Meal, MenuWeek } from "#pwa/wire";
import { uiWords } from "#pwa/words/app";
import { checkoutWords } from "#pwa/words/checkout";
import { mealsWords } from "#pwa/words/meals";
import { moneyWords } from "#pwa/words/money";

type Props = {
  day: Day;
  /** Why it is not offered, if so. */
  why?: "past" | "closed" | "taken";
  menu?: MenuWeek;
  state: "loading" | "ready" | "missing";
  choices: Choices;
  heading: RefObject<HTMLHeadingElement | null>;
  onFilters: (filters: Filters) => void;
  onStays: (stays: boolean) => void;
  onQuantity: (meal: Meal | string, qty: number) => void;
};

/** What can be chosen for one day, and what has been. */
export function ChooseDay({ day, why, menu, state, choices, heading, onFilters, onStays, onQuantity }: Props) {
  const { date } = day;
  const [detail, setDetail] = useState<Meal | null>(null);
  const { priceOf, left } = useMealPrices(mondayOf(date), menu);
  const name = longDay(date);
  const meals = menu ? mealsOn(menu, date) : [];
  const shown = filterMeals(meals, choices.filters);
  const chosen = day.draft?.items ?? [];
  const qtyOf = (id: string) => chosen.find((item) => item.meal === id)?.qty ?? 0;
  const gone = menu ? chosen.filter((item) => !meals.some((meal) => meal.id === item.meal)) : [];
  const lead = shown.find(({ meal }) => meal.new)?.meal ?? shown[0]?.meal;
  const rows = lead ? [...shown.filter((one) => one.meal === lead), ...shown.filter((one) => one.meal !== lead)] : [];

  const title = (
    <h1 ref={heading} tabIndex={-1} className="dayname">
      {name}
      <span className="longer">{longDate(date).slice(name.length)}</span>
    </h1>
  );
  if (why) {
    return (
      <>
        <div className="row between mt3">{title}</div>
        <ShutDay day={day} why={why} menu={menu} />
      </>
    );
  }
  if (!menu || meals.length === 0) {
    return (
      <>
        <div className="row between mt3">{title}</div>
        {state === "loading" ? (
          <div className="picks mt3" role="status" aria-label={uiWords.loading}>
            <Skeleton height="18rem" />
            <Skeleton height="8.5rem" />
            <Skeleton height="8.5rem" />
          </div>
        ) : (
          <div className="mt4">
            <EmptyState icon={menu ? "cal" : "off"} title={menu ? mealsWords.holiday(name) : mealsWords.noMenu}>
              {menu ? mealsWords.holidayText : mealsWords.noMenuText}
            </EmptyState>
          </div>
        )}
      </>
    );
  }
  const price = detail && priceOf(date, detail.id);
  return (
    <>
      <div className="dayhead">
        <FilterBar
          menu={menu}
          filters={choices.filters}
          onChange={onFilters}
          shown={shown.length}
          stays={choices.stays}
          onStays={onStays}
        />
        <div className="row between mt3 headline">
          {title}
          <span className="sm t2 nw" role="status">
            {mealsWords.of(shown.length, meals.length)}
          </span>
        </div>
      </div>
      {day.draft && day.draft.alternatives.length > 0 && <PickAlternative day={day.draft} menu={menu} />}
      {gone.map(({ meal }) => (
        <div key={meal} className="notice warn mt3">
          <Icon name="alert" size="s" />
          <span className="grow">
            <b>{menu.meals.find((one) => one.id === meal)?.name ?? mealsWords.unknownMeal}</b>
            <span className="blk">{mealsWords.withdrawn}</span>
          </span>
          <Button className="small" onClick={() => onQuantity(meal, 0)}>
            {checkoutWords.removeMeal}
          </Button>
        </div>
      ))}
      {shown.length === 0 ? (
        <div className="mt3">
          <EmptyState
            icon="filter"
            title={mealsWords.none}
            action={
              <Button look="soft" onClick={() => onFilters(noFilters)}>
                {mealsWords.clear}
              </Button>
            }
          >
            {mealsWords.noneText}
          </EmptyState>
        </div>
      ) : (
        <div className="picks mt2">
          {rows.map(({ meal, unknown }) => (
            <MealChoice
              key={meal.id}
              meal={meal}
              pays={priceOf(date, meal.id).you}
              qty={qtyOf(meal.id)}
              left={left(date, meal.id)}
              unknown={unknown}
              lead={meal === lead}
              day={name}
              onOpen={() => setDetail(meal)}
              onQuantity={(qty) => onQuantity(meal, qty)}
            />
          ))}
        </div>
      )}
      <MealDetailSheet
        meal={detail}
        onClose={() => setDetail(null)}
        cuisine={menu.cuisines.find(({ id }) => id === detail?.cuisine)?.name}
        prices={price ? linesOf(price) : []}
        footer={
          detail &&
          price && (
            <Button
              look="pri"
              size="lg"
              full
              disabled={left(date, detail.id) === 0}
              onClick={() => {
                onQuantity(detail, qtyOf(detail.id) + 1);
                setDetail(null);
              }}
            >
              {left(date, detail.id) === 0
                ? mealsWords.soldOut
                : mealsWords.addToFor(name, formatAed(price.you), qtyOf(detail.id) > 0)}
            </Button>
          )
        }
      />
    </>
  );
}

const linesOf = ({ price, discount, share, you }: { price: number; discount: number; share: number; you: number }) => {
  const lines: PriceLine[] = [{ label: mealsWords.menuPrice, fils: price }];
  if (discount > 0) lines.push({ label: moneyWords.discount, fils: discount, kind: "less" });
  if (share > 0) lines.push({ label: moneyWords.companyShare, fils: share, kind: "less" });
  return [...lines, { label: mealsWords.youPay, fils: you, kind: "total" } as const];
};

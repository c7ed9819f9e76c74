import { type RefObject, useState } from "react";
import { type Filters, noFilters } from "#pwa/employee/choose/choices";
import { dietOf, hasDiet, strictly, warningOf, withDiet } from "#pwa/employee/choose/diet";
import { DietMarks } from "#pwa/employee/choose/diet-marks";
import { FilterBar } from "#pwa/employee/choose/filter-bar";
import { filterMeals } from "#pwa/employee/choose/filter-meals";
import { fittingMeals } from "#pwa/employee/choose/fitting-meals";
import { MealChoice } from "#pwa/employee/choose/meal-choice";
import { ShutDay } from "#pwa/employee/choose/shut-day";
import { useMealPrices } from "#pwa/employee/choose/use-meal-prices";
import { PickAlternative } from "#pwa/employee/conflict/pick-alternative";
import { amendWords } from "#pwa/i18n/amend";
import { formatAed, formatChange } from "#pwa/i18n/amounts";
import { checkoutWords } from "#pwa/i18n/checkout";
import { dietWords } from "#pwa/i18n/diet";
import { mealsWords } from "#pwa/i18n/meals";
import { moneyWords } from "#pwa/i18n/money";
import { longDate, longDay } from "#pwa/i18n/say-day";
import { MealDetailSheet, type PriceLine } from "#pwa/menu/meal-detail-sheet";
import { mealOf, mealsOn } from "#pwa/menu/meals-on";
import { RamadanDay } from "#pwa/menu/ramadan-day";
import type { OfferedDay } from "#pwa/menu/use-offered";
import type { Choices } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import type { Day } from "#pwa/offline/use-day";
import type { Meal, MenuWeek } from "#pwa/offline/wire";
import type { TapPrice } from "#pwa/rules/quote/tap";
import { mondayOf } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";

type Props = {
  day: Day;
  /** Why it is not offered, if so. */
  why?: OfferedDay["why"];
  menu?: MenuWeek;
  state: "loading" | "ready" | "missing";
  choices: Choices;
  heading: RefObject<HTMLHeadingElement | null>;
  onFilters: (filters: Filters) => void;
  onStays: (stays: boolean) => void;
  onQuantity: (meal: Meal | string, qty: number) => void;
  /** What a tap changes in the price of an order, and how many portions are left for it. */
  prices?: Pick<ReturnType<typeof useMealPrices>, "left"> & { priceOf: (date: string, meal: string) => Changed };
  /** Meals that come before the others: what is ordered. */
  first?: readonly string[];
  /** What to say of a meal that is not on the menu any more, where there is more to say. */
  sayGone?: (meal: string) => string | undefined;
};

type Changed = { you: number; swaps?: boolean } & Partial<TapPrice>;

/** What can be chosen for one day, and what has been. */
export function ChooseDay({
  day,
  why,
  menu,
  state,
  choices,
  heading,
  onFilters,
  onStays,
  onQuantity,
  prices,
  first = [],
  sayGone,
}: Props) {
  const { date } = day;
  const [detail, setDetail] = useState<Meal | null>(null);
  const usual = useMealPrices(mondayOf(date), menu);
  const { left } = prices ?? usual;
  const priceOf = (meal: string): Changed => (prices ?? usual).priceOf(date, meal);
  const name = longDay(date);
  const meals = menu ? mealsOn(menu, date) : [];
  const { filters } = choices;
  const diet = dietOf(useSession((session) => session.profile));
  const passing = filterMeals(meals, withDiet(filters, diet));
  const chosen = day.draft?.items ?? [];
  const qtyOf = (id: string) => chosen.find((item) => item.meal === id)?.qty ?? 0;
  const gone = menu ? chosen.filter((item) => !meals.some((meal) => meal.id === item.meal)) : [];
  // What is chosen stays in view, and no data about an allergen is not the same as fitting.
  const kept = meals.filter(({ id }) => qtyOf(id) > 0 && !passing.some(({ meal }) => meal.id === id));
  const fits = passing.filter(({ unknown }) => unknown.length === 0).map(({ meal }) => meal);
  const unsure = passing.filter(({ unknown }) => unknown.length > 0).map(({ meal }) => meal);
  const lead = fits.find(({ id }) => first.includes(id)) ?? fits.find((meal) => meal.new) ?? fits[0];
  const rows = [...kept, ...(lead ? [lead] : []), ...fits.filter((meal) => meal !== lead)];

  const title = (
    <h1 ref={heading} tabIndex={-1} className="dayname">
      {name}
      <span className="longer">{longDate(date).slice(name.length)}</span>
      <RamadanDay date={date} />
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
          <Loading className="picks mt3" heights={["18rem", "8.5rem", "8.5rem"]} />
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
  const price = detail && priceOf(detail.id);
  const priceWord = (id: string) => {
    if (qtyOf(id) > 0) return mealsWords.oneMore;
    if (prices || priceOf(id).swaps) return amendWords.differs.difference;
    return chosen.length > 0 ? mealsWords.adds : mealsWords.youPay;
  };
  const said = ({ you, swaps }: Changed) => (prices || swaps ? formatChange(you) : formatAed(you));
  const portions = Object.fromEntries(
    meals.flatMap(({ id }) => [[id, left(date, id)]].filter(([, n]) => n !== undefined)),
  );
  const closest = (old: Meal) =>
    fittingMeals({
      menu,
      date,
      old,
      qty: 1,
      taken: chosen.map((item) => item.meal),
      filters: strictly(filters, diet),
      left: portions,
    })[0]?.meal;
  const choice = (meal: Meal) => {
    const there = left(date, meal.id);
    return (
      <MealChoice
        key={meal.id}
        meal={meal}
        pays={{ word: priceWord(meal.id), amount: said(priceOf(meal.id)) }}
        qty={qtyOf(meal.id)}
        left={there}
        warning={warningOf(meal, filters, diet)}
        instead={there === 0 && qtyOf(meal.id) === 0 ? closest(meal) : undefined}
        lead={meal === lead}
        day={name}
        onOpen={() => setDetail(meal)}
        onQuantity={(qty) => onQuantity(meal, qty)}
        onInstead={(other) => onQuantity(other, 1)}
      />
    );
  };
  return (
    <>
      <div className="dayhead">
        <FilterBar
          menu={menu}
          filters={filters}
          diet={diet}
          onChange={onFilters}
          shown={passing.length}
          stays={choices.stays}
          onStays={onStays}
        />
        <div className="row between mt3 headline">
          {title}
          <span className="sm t2 nw" role="status">
            {unsure.length > 0
              ? dietWords.fitting(fits.length, unsure.length)
              : mealsWords.of(fits.length, meals.length)}
          </span>
        </div>
      </div>
      {day.draft && day.draft.alternatives.length > 0 && <PickAlternative day={day.draft} menu={menu} />}
      {gone.map(({ meal }) => (
        <div key={meal} className="notice warn mt3">
          <Icon name="alert" size="s" />
          <span className="grow">
            <b>
              {day.items.find((one) => one.meal === meal)?.name ?? mealOf(menu, meal)?.name ?? mealsWords.unknownMeal}
            </b>
            <span className="blk">{sayGone?.(meal) ?? mealsWords.withdrawn}</span>
          </span>
          <Button className="small" onClick={() => onQuantity(meal, 0)}>
            {checkoutWords.removeMeal}
          </Button>
        </div>
      ))}
      {rows.length > 0 && (
        <>
          <h2 className="sr">{mealsWords.offer}</h2>
          <div className="picks mt2">{rows.map(choice)}</div>
        </>
      )}
      {unsure.length > 0 && (
        <section className="mt4" aria-labelledby="unsure">
          <h2 className="h3" id="unsure">
            {dietWords.unsure}
          </h2>
          <p className="sm t2">{dietWords.unsureText}</p>
          <div className="picks mt2">{unsure.map(choice)}</div>
        </section>
      )}
      {passing.length === 0 && (
        <div className="mt3">
          <EmptyState
            icon="filter"
            title={mealsWords.none}
            action={
              <Button
                look="soft"
                onClick={() => onFilters({ ...noFilters, ...(hasDiet(diet) && { everything: true }) })}
              >
                {hasDiet(diet) ? dietWords.everything : mealsWords.clear}
              </Button>
            }
          >
            {mealsWords.noneText}
          </EmptyState>
        </div>
      )}
      <MealDetailSheet
        meal={detail}
        onClose={() => setDetail(null)}
        cuisine={menu.cuisines.find(({ id }) => id === detail?.cuisine)?.name}
        prices={detail && price ? linesOf(price, priceWord(detail.id)) : []}
        footer={
          detail &&
          price && (
            <>
              <DietMarks warning={warningOf(detail, filters, diet)} />
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
                  : mealsWords.tapFor(
                      name,
                      said(price),
                      qtyOf(detail.id) > 0 ? "again" : prices || price.swaps ? "change" : "add",
                    )}
              </Button>
            </>
          )
        }
      />
    </>
  );
}

function linesOf({ price, discount = 0, share = 0, you, swaps }: Changed, word: string): PriceLine[] {
  const total: PriceLine = { label: word, fils: you, kind: "total" };
  if (price === undefined || swaps) return [total];
  const lines: PriceLine[] = [{ label: mealsWords.menuPrice, fils: price }];
  if (discount > 0) lines.push({ label: moneyWords.discount, fils: discount, kind: "less" });
  if (share > 0) lines.push({ label: moneyWords.companyShare, fils: share, kind: "less" });
  return [...lines, total];
}

import { useState } from "react";
import { useSearchParams } from "react-router";
import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { uiWords } from "#pwa/i18n/app";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { foodName } from "#pwa/i18n/food";
import { mealsWords } from "#pwa/i18n/meals";
import { menuWords } from "#pwa/i18n/menu";
import { dayOfMonth, longDate, shortDay } from "#pwa/i18n/say-day";
import { fetchMenus, useFetching } from "#pwa/menu/fetch-menu";
import { MealCard } from "#pwa/menu/meal-card";
import { MealDetailSheet, type PriceLine } from "#pwa/menu/meal-detail-sheet";
import { mealsOn } from "#pwa/menu/meals-on";
import { measured } from "#pwa/menu/measured";
import { RamadanDay } from "#pwa/menu/ramadan-day";
import { useMenu } from "#pwa/menu/use-menu";
import { useOffered } from "#pwa/menu/use-offered";
import { WeekChips } from "#pwa/menu/week-chips";
import { useVat } from "#pwa/offline/config";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { useOffline } from "#pwa/offline/sync/use-offline";
import type { Meal, MenuWeek } from "#pwa/offline/wire";
import { discountedPrice } from "#pwa/rules/quote/quote";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { Chip } from "#pwa/ui/chip";
import { EmptyState } from "#pwa/ui/empty-state";
import { Segment } from "#pwa/ui/segment";
import { Skeleton } from "#pwa/ui/skeleton";
import "#pwa/menu/menu.css";

/** The menu, week by week, from today or the next open day on. It is public; signed-in people see their own price of a meal. */
export function MenuPage() {
  const [params, setParams] = useSearchParams();
  const weeks = useOffered();
  const signedIn = useSession((session) => session.signedIn);
  const today = dateAt(useServerNow(60_000));
  const week =
    weeks?.find(({ value }) => value === params.get("week")) ??
    weeks?.find(({ days }) => days.some(({ date }) => date >= today)) ??
    weeks?.[0];
  const { menu, state } = useMenu(week?.value);
  const go = (next: Record<string, string>) => setParams(next, { replace: true, preventScrollReset: true });
  const days = week?.days.map(({ date }) => date) ?? [];
  const cooked = days.filter((date) => menu && mealsOn(menu, date).length > 0);
  const filled = cooked.find((date) => date >= today) ?? cooked[0];
  const day = days.find((date) => date === params.get("day")) ?? filled ?? days[0];

  return (
    <div className="menupage">
      <h1 className="mt2">{menuWords.title}</h1>
      {week && day ? (
        <>
          <div className="mt4">
            <WeekChips weeks={weeks} value={week.value} onChoose={(value) => go({ week: value })} />
          </div>
          <div className="mt4 daypick">
            <Segment
              label={menuWords.day}
              value={day}
              options={days.map((date) => ({ value: date, label: <DayTab date={date} /> }))}
              onChange={(date) => go({ week: week.value, day: date })}
            />
          </div>
          {menu ? <Day key={week.value} menu={menu} date={day} /> : <NoMenu loading={state === "loading"} />}
        </>
      ) : (
        <Shapes />
      )}
      {signedIn && menu && week?.days.some(({ offered }) => offered) && (
        <div className="center mt6">
          <Button look="pri" size="lg" to={`/delivery/${week.value}`}>
            {menuWords.order}
          </Button>
        </div>
      )}
      {!signedIn && (
        <div className="sticky row between">
          <span className="sm t2">{menuWords.already}</span>
          <Button look="pri" to={`/login?returnTo=${encodeURIComponent(`/delivery/${week?.value ?? ""}`)}`}>
            {menuWords.signIn}
          </Button>
        </div>
      )}
    </div>
  );
}

const DayTab = ({ date }: { date: string }) => (
  <span className="daytab">
    {shortDay(date)} <span className="xs t3">{dayOfMonth(date)}</span>
  </span>
);

function Day({ menu, date }: { menu: MenuWeek; date: string }) {
  const vat = useVat();
  const [cuisine, setCuisine] = useState<number | null>(null);
  const [diet, setDiet] = useState<string | null>(null);
  const [open, setOpen] = useState<Meal | null>(null);
  const profile = useSession((session) => (session.signedIn ? session.profile : null));
  const meals = mealsOn(menu, date);
  if (meals.length === 0) {
    return (
      <div className="mt4">
        <EmptyState icon="cal" title={menuWords.holiday}>
          {menuWords.holidayText}
        </EmptyState>
      </div>
    );
  }
  const cuisines = menu.cuisines.filter(({ id }) => meals.some((meal) => meal.cuisine === id));
  const diets = [...new Set(meals.flatMap((meal) => meal.diets))].filter((diet) => !measured.includes(diet)).sort();
  const shown = meals.filter(
    (meal) => (cuisine === null || meal.cuisine === cuisine) && (diet === null || meal.diets.includes(diet)),
  );
  const named = (id: number) => menu.cuisines.find((one) => one.id === id)?.name ?? "";
  const terms = profile && termsOf(profile);
  const price = (meal: Meal) => (terms ? discountedPrice(terms, meal.price) : meal.price);
  const lines = (meal: Meal): PriceLine[] =>
    price(meal) === meal.price
      ? [{ label: menuWords.menuPrice, fils: meal.price, kind: "total" }]
      : [
          { label: menuWords.menuPrice, fils: meal.price },
          { label: menuWords.planDiscount, fils: meal.price - price(meal), kind: "less" },
          { label: menuWords.yourPrice, fils: price(meal), kind: "total" },
        ];
  return (
    <>
      <fieldset className="chips mt4">
        <legend className="sr">{mealsWords.filters}</legend>
        <Chip on={cuisine === null} onClick={() => setCuisine(null)}>
          {menuWords.allCuisines}
        </Chip>
        {cuisines.map(({ id, name }) => (
          <Chip key={id} on={cuisine === id} onClick={() => setCuisine(cuisine === id ? null : id)}>
            {name}
          </Chip>
        ))}
        {diets.map((name) => (
          <Chip key={name} on={diet === name} onClick={() => setDiet(diet === name ? null : name)}>
            {foodName(name)}
          </Chip>
        ))}
      </fieldset>
      <h2 className="count t2 mt4" aria-live="polite">
        {menuWords.count(shown.length, longDate(date))}
        <RamadanDay date={date} />
      </h2>
      {shown.length > 0 ? (
        <div className="grid2 meals mt3">
          {shown.map((meal) => (
            <MealCard
              key={meal.id}
              meal={meal}
              onOpen={() => setOpen(meal)}
              foot={
                <>
                  <span className="b num sm nw">
                    {formatAed(price(meal))}
                    {price(meal) !== meal.price && <s className="xs t3 was">{formatPlain(meal.price)}</s>}
                  </span>
                  <span className="tag">{named(meal.cuisine)}</span>
                </>
              }
            />
          ))}
        </div>
      ) : (
        <div className="mt3">
          <EmptyState icon="filter" title={mealsWords.none}>
            {mealsWords.noneText}
          </EmptyState>
        </div>
      )}
      <p className="xs t3 center pricenote">{(terms ? menuWords.myPriceNote : menuWords.priceNote)(vat)}</p>
      <MealDetailSheet
        meal={open}
        onClose={() => setOpen(null)}
        cuisine={open ? named(open.cuisine) : undefined}
        prices={open ? lines(open) : []}
      />
    </>
  );
}

function NoMenu({ loading }: { loading: boolean }) {
  const unreached = useFetching((fetching) => fetching.failed);
  const offline = useOffline() || unreached;
  if (loading) return <Shapes />;
  return (
    <div className="mt4">
      {offline ? (
        <EmptyState
          icon="off"
          title={dashboardWords.noMenu}
          action={
            <Button look="out" onClick={() => void syncNow().then(fetchMenus)}>
              {uiWords.tryAgain}
            </Button>
          }
        >
          {dashboardWords.noMenuText}
        </EmptyState>
      ) : (
        <EmptyState icon="menu" title={menuWords.notYet}>
          {menuWords.notYetText}
        </EmptyState>
      )}
    </div>
  );
}

const Shapes = () => (
  <div className="grid2 meals mt6" role="status" aria-label={uiWords.loading}>
    {[1, 2, 3, 4].map((n) => (
      <Skeleton key={n} height="236px" />
    ))}
  </div>
);

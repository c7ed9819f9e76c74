import { lazy } from "react";
import { homeWords } from "#pwa/i18n/home";
import { MealCard } from "#pwa/menu/meal-card";
import { mealsOn } from "#pwa/menu/meals-on";
import { useMenu } from "#pwa/menu/use-menu";
import { useOffered } from "#pwa/menu/use-offered";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { MenuWeek } from "#pwa/offline/wire";
import { dateAt, mondayOf } from "#pwa/rules/week/date";
import { Hero } from "#pwa/site/home/hero";
import { Button } from "#pwa/ui/button";
import { Later } from "#pwa/ui/later";
import { painted } from "#pwa/ui/painted";
import { Skeleton } from "#pwa/ui/skeleton";
import "#pwa/site/home/home.css";

// Loaded on demand, because it is far below what the first screen shows.
const Offers = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/site/offers/offers")).Offers };
});

/** Shows at a glance what the product is, for a person who has never been here. */
export function HomePage() {
  return (
    <div className="homepage">
      <Hero />
      <section className="band">
        <h2>{homeWords.how}</h2>
        <ol className="how mt4">
          {homeWords.steps.map(({ title, text }, at) => (
            <li key={title} className="row">
              <span className="stepn" aria-hidden="true">
                {at + 1}
              </span>
              <div className="grow">
                <h3>{title}</h3>
                <p className="t2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <OnTheMenu />
      <Later>
        <Offers />
      </Later>
    </div>
  );
}

/** A few meals of different days, so that the week looks as varied as it is. */
function someOf(menu: MenuWeek, many: number) {
  const days = menu.days.map(({ date }) => mealsOn(menu, date));
  const picked = new Map<string, ReturnType<typeof mealsOn>[number]>();
  for (let at = 0; picked.size < many && days.some((meals) => at < meals.length); at++) {
    for (const [day, meals] of days.entries()) {
      // A different place in each day's list, because the lists begin alike.
      const meal = meals[(at + day * 3) % Math.max(1, meals.length)];
      if (meal && picked.size < many) picked.set(meal.id, meal);
    }
  }
  return [...picked.values()];
}

function OnTheMenu() {
  const week = useOffered()?.[0];
  const { menu, state } = useMenu(week?.value);
  const now = useServerNow();
  if (state === "missing" || (menu && menu.meals.length === 0)) return null;
  const thisWeek = week?.value === mondayOf(dateAt(now));
  return (
    <section className="band onmenu">
      <h2>{thisWeek || !week ? homeWords.onTheMenu : homeWords.onTheMenuNext}</h2>
      <div className="some mt4">
        {menu
          ? someOf(menu, 5).map((meal) => <MealCard key={meal.id} meal={meal} />)
          : [1, 2, 3, 4].map((n) => <Skeleton key={n} height="236px" />)}
      </div>
      <Button look="out" full className="mt4 all" to="/menu" after="arrow">
        {homeWords.explore}
      </Button>
    </section>
  );
}

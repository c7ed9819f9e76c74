// What a visitor sees first of the pages that most visits begin with. vite.config.ts runs this when the app is built, the server sends it,
// and the app draws the same in its place once it runs.
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { AppRoutes, fetchPage } from "#pwa/app/routes";
import { Skeleton } from "#pwa/ui/skeleton";

const paths = ["/", "/menu", "/login"];
/** What pages ask of a browser while they are drawn. In this one nobody has done anything yet. */
const browser = { window: globalThis };
const work = { useCount: () => 0, send: async () => true };

for (const path of paths) await fetchPage(path);
Object.assign(globalThis, browser);

/** In the place of the menu's weeks and days, which depend on today. */
const weeksAndDays = renderToStaticMarkup(
  <>
    <div className="mt4">
      <Skeleton height="54px" />
    </div>
    <div className="mt4 daypick">
      <Skeleton height="calc(23px + 1.9625rem)" />
    </div>
  </>,
);
const meals = '<div class="grid2 meals';

/** The markup of a page. A form that is sent before the app runs goes nowhere. */
const markupOf = (path: string) =>
  renderToStaticMarkup(
    <StaticRouter location={path}>
      <AppRoutes work={work} />
    </StaticRouter>,
  )
    .replace(meals, weeksAndDays + meals)
    .replaceAll("<form ", '<form method="dialog" ');

/** The markup of each page by its path. */
export const shown = Object.fromEntries(paths.map((path) => [path, markupOf(path)]));
for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);

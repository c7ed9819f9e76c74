import { until } from "#pwa/e2e/until";
import { dateAt } from "#pwa/rules/week/date";

/** How long a story of today may take. */
const story = 300_000;

/** Waits for the next day in Dubai when this one ends before a story of today would. */
export const clearOfMidnight = (): Promise<true> =>
  until("the day after", async () => dateAt(Date.now()) === dateAt(Date.now() + story), story + 10_000);

/** Milliseconds that making ready may take with that. */
export const overMidnight = story + 70_000;

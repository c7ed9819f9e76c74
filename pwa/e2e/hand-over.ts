// What the kitchen does with a day that was ordered, as every story of a lunch tells it.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { savesPdf } from "#pwa/e2e/saves-pdf";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { productionWords as words } from "#pwa/i18n/production";

/** As if it were some days later: the last day that was ordered is today. Answers the days. */
export async function daysLater(sahn: Sahn): Promise<string[]> {
  await sahn.rows(`WITH shift AS (SELECT max(delivery_date) - (now() AT TIME ZONE 'Asia/Dubai')::date AS days FROM deliveries)
    UPDATE deliveries SET delivery_date = delivery_date - days, cutoff = cutoff - make_interval(days => days + 5) FROM shift`);
  return (await sahn.rows("SELECT delivery_date FROM deliveries ORDER BY 1")).map(([date]) => date ?? "");
}

/** Writes down what is to be cooked, unless the server has done so by itself. */
export async function writeDown(page: Page): Promise<void> {
  const write = page.getByRole("button", { name: words.write, exact: true });
  const equal = page.getByText(words.reconciled, { exact: true });
  await write.or(equal).waitFor(); // the server writes down by itself, every few minutes
  // Looked for and pressed at one moment: a page that learns that the server was quicker takes the button away.
  await write.evaluateAll((found) => {
    for (const one of found) if (one instanceof HTMLElement) one.click();
  });
  await equal.waitFor();
}

export async function printLabels(page: Page, date: string): Promise<void> {
  const day = page.getByRole("region", { name: words.print, exact: true }); // a change has buttons of its own
  const labels = day.getByRole("button", { name: words.papers.labels as string, exact: true });
  await savesPdf(page, labels, `${date} labels.pdf`);
}

/** Ticks off at the door what a person had on a day. */
export async function handOver(sahn: Sahn, page: Page, date: string, name: RegExp): Promise<void> {
  await page.goto(`${sahn.url}/kitchen/production/${date}?view=bring`);
  await writeDown(page);
  await page.getByRole("checkbox", { name }).click();
  await page.getByRole("checkbox", { name, checked: true }).waitFor();
}

/** Over when the only order is said to be this. */
export const isOrder = (sahn: Sahn, status: string): Promise<void> =>
  expect.poll(() => sahn.rows("SELECT status FROM orders"), { timeout: 30_000 }).toEqual([[status]]);

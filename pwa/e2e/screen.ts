// What stands on the screen, read the way a person reads it: by label, not by place in the tree.
import type { Locator, Page } from "playwright-core";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A pattern for a sentence of words.ts that was made with "…" in the places that may be anything. */
export const like = (sentence: string) => new RegExp(`^${sentence.split("…").map(escaped).join("(.+)")}$`);

/** "AED 1,035.30" as fils. */
export function filsOf(text: string): number {
  const [, dirhams = "", fils = ""] = /([\d,]+)\.(\d\d)/.exec(text) ?? [];
  if (!fils) throw new Error(`no amount in “${text}”`);
  return Number(dirhams.replaceAll(",", "")) * 100 + Number(fils);
}

/** The amount that stands with a label, in fils. */
export async function amountOf(page: Page | Locator, label: string | RegExp): Promise<number> {
  const labels = page.getByText(label, { exact: true }).filter({ visible: true });
  return filsOf(await labels.first().locator("xpath=..").innerText());
}

/** The amount of a line in a list of sums, in fils. */
export const sumOf = async (page: Page | Locator, term: string): Promise<number> =>
  filsOf(await page.locator("dl > div").filter({ hasText: term }).first().locator("dd").innerText());

/** The line of a day on the dashboard. */
export const dayLine = (page: Page, day: string) =>
  page.locator(".day").filter({ has: page.getByRole("heading", { name: day, exact: true }) });

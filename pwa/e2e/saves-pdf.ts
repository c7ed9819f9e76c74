import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Presses a button that saves a PDF under a name. */
export async function savesPdf(page: Page, button: Locator, name: string): Promise<void> {
  const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(saved.suggestedFilename()).toBe(name);
  expect(readFileSync(await saved.path(), "latin1").slice(0, 5)).toBe("%PDF-");
}

import type { Locator } from "playwright-core";
import { expect } from "vitest";

const most = 120;

/** Waits until something has the focus. */
export async function hasFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Where the focus is in the tree, so that a second visit is known as one. */
const nameOfFocus = () => {
  const way: number[] = [];
  for (let at: Element | null = document.activeElement; at?.parentElement; at = at.parentElement) {
    way.unshift([...at.parentElement.children].indexOf(at));
  }
  return way.join();
};

/**
 * Stays in an open dialog however often Tab is pressed, in both directions, and every stop in it shows that it has the focus; Escape
 * closes it, and the focus is back where it was. Answers how many stops there are.
 */
export async function roundAndOut(dialog: Locator, back: Locator): Promise<number> {
  const page = dialog.page();
  await dialog.waitFor();
  // A sheet that has just come hears no Escape before its step in the history stands.
  await page.waitForFunction(() => history.state?.sheet === true);
  const inside = () => dialog.evaluate((box) => box.contains(document.activeElement));
  const stops = new Set<string>();
  for (const key of ["Tab", "Shift+Tab"]) {
    stops.clear();
    for (let presses = 0; presses < most; presses++) {
      await page.keyboard.press(key);
      if (!(await inside())) throw new Error(`${key} leaves ${dialog}`);
      const at = await page.evaluate(nameOfFocus);
      if (stops.has(at)) break;
      stops.add(at);
    }
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await hasFocus(back);
  // The step back that a closed sheet takes in the history is no longer under way.
  await page.waitForFunction(() => history.state?.sheet !== true);
  return stops.size;
}

/** Presses Tab until something has the focus. Whatever has it on the way must show it. */
export async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    // Looked up anew each time: what comes late may take the place of what stood there.
    const there = await target.evaluate((element) => {
      const focused = document.activeElement;
      // What a page focuses by itself is only where reading goes on.
      if (!(focused instanceof HTMLElement) || focused.tabIndex < 0) return false;
      // The ring is on the thing itself, on the box around a bare input, or on the card that it fills.
      const parent = focused.parentElement ?? focused;
      const near = [focused, parent, ...parent.children].map((one) => getComputedStyle(one));
      const card = focused.closest("article");
      const ring = near.some(({ outlineStyle, boxShadow }) => outlineStyle !== "none" || boxShadow !== "none");
      const onCard = card && getComputedStyle(card).outlineStyle !== "none";
      if (!ring && !onCard) throw new Error(`the focus does not show on ${focused.outerHTML.slice(0, 200)}`);
      return focused === element;
    });
    if (there) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`${target} cannot be reached with Tab`);
}

/** Reaches something with Tab, and presses Enter. */
export async function enter(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("Enter");
}

import type { Locator, Page } from "playwright-core";

const most = 120;

/** Hands on the keyboard and nowhere else. Whatever has the focus on the way must show it. */
export const keyboard = (page: Page) => ({
  type: (text: string) => page.keyboard.type(text),
  press: (key: string) => page.keyboard.press(key),
  /** Presses Tab until something has the focus. */
  tabTo: async (target: Locator) => {
    const wanted = await target.elementHandle();
    for (let presses = 0; presses < most; presses++) {
      const there = await page.evaluate((element) => {
        const focused = document.activeElement;
        // What a page focuses by itself is only where reading goes on.
        if (!(focused instanceof HTMLElement) || focused.tabIndex < 0) return false;
        // The ring is on the thing itself, on the box around a bare input, or on the card that it fills.
        const parent = focused.parentElement ?? focused;
        const near = [focused, parent, ...parent.children].map((element) => getComputedStyle(element));
        const card = focused.closest("article");
        const ring = near.some(({ outlineStyle, boxShadow }) => outlineStyle !== "none" || boxShadow !== "none");
        const onCard = card && getComputedStyle(card).outlineStyle !== "none";
        if (!ring && !onCard) throw new Error(`the focus does not show on ${focused.outerHTML.slice(0, 200)}`);
        return focused === element;
      }, wanted);
      if (there) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${target} cannot be reached with Tab`);
  },
});

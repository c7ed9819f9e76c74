import type { Page } from "playwright-core";

/** What runs out of the sides of the page, apart from rows that can be moved sideways and pictures that are cut on purpose. */
export const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const held = (element: Element) => {
      for (let at = element.parentElement; at && !at.matches(".shell, body"); at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== "visible") return true;
      }
      return false;
    };
    const found = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 1 && (right > width + 1 || left < -1) && element.checkVisibility() && !held(element);
    });
    const wide = document.documentElement.scrollWidth > width ? ["the page itself"] : [];
    return [...wide, ...found.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))];
  });

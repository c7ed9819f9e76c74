// A walk through screens, each looked at when it stands: what every tour does by hand.
import type { Page } from "playwright-core";
import { lookAround } from "#pwa/e2e/look-around";
import { only } from "#pwa/e2e/picture-run";
import { uiWords } from "#pwa/i18n/app";

type Name = string | RegExp;

export type Tour = {
  page: Page;
  /** Loads a path and waits for its title, or another heading of the page. */
  load: (path: string, heading: Name) => Promise<void>;
  /** Goes to a path within the app, as a link does, which costs less than loading it; loads the path or heading that is open already. */
  go: (path: string, heading: Name) => Promise<void>;
  /** Waits for a heading, wherever it stands. */
  see: (heading: Name) => Promise<void>;
  press: (button: Name) => Promise<void>;
  follow: (link: Name) => Promise<void>;
  fill: (label: string, text: string) => Promise<void>;
  /** Looks at the screen as it is, once nothing of it is loading. */
  look: (name: string) => Promise<void>;
  /** Looks at what stands in the place of something that is loading. */
  lookLoading: (name: string) => Promise<void>;
  /** Waits for what opens above the page, looks at it, and closes it with Escape. */
  sheet: (name: string, title: Name) => Promise<void>;
};

/** A tour through a site. */
export function tourOf(page: Page, url: string): Tour {
  const one = <T extends "heading" | "button" | "link" | "dialog">(role: T, name: Name) =>
    page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
  const title = (heading: Name) => page.getByRole("main").getByRole("heading", { name: heading, exact: true }).first();
  const tour: Tour = {
    page,
    load: async (path, heading) => {
      await page.goto(`${url}${path}`);
      await title(heading).waitFor();
    },
    go: async (path, heading) => {
      const { origin, pathname } = new URL(page.url());
      const same = pathname === new URL(path, url).pathname || (await title(heading).isVisible());
      if (origin !== url || same) return tour.load(path, heading);
      await page.evaluate((to) => {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate", { state: null }));
      }, path);
      await title(heading).waitFor();
    },
    see: (heading) => one("heading", heading).waitFor(),
    press: (button) => one("button", button).click(),
    follow: (link) => one("link", link).click(),
    fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    look: async (name) => {
      if (only && !only.includes(name)) return;
      await page.getByRole("status", { name: uiWords.loading, exact: true }).first().waitFor({ state: "detached" });
      // What comes after the first picture of a page belongs to it; sign-in pages have no footer.
      if (!/\/(login|sign-on\/\w+)$/.test(new URL(page.url()).pathname))
        await page.locator("footer").waitFor({ state: "attached" });
      await lookAround(page, name, undefined, true);
    },
    lookLoading: async (name) => {
      if (only && !only.includes(name)) return;
      await page.getByRole("status", { name: uiWords.loading, exact: true }).first().waitFor();
      await lookAround(page, name, undefined, true);
    },
    sheet: async (name, title) => {
      const box = one("dialog", title).or(page.getByRole("alertdialog", { name: title, exact: true }));
      await box.waitFor();
      // A sheet that has just come hears no Escape before its step in the history stands.
      await page.waitForFunction(() => history.state?.sheet === true);
      await tour.look(name);
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "detached" });
      // The step back that a closed sheet takes in the history is no longer under way.
      await page.waitForFunction(() => history.state?.sheet !== true);
    },
  };
  return tour;
}

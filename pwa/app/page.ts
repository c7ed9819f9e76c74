import type { ComponentType } from "react";

/** One line of the route table: the path, who may open it, and what the layout shows around the page. */
export type Page = {
  path: string;
  /** signed-in: others are sent to /login and come back afterwards · operator: the page has its own sign-in and route table. */
  who: "any" | "signed-in" | "operator";
  /** The words in the browser's tab; gets the path's parameters. A page without it sets its own, like the steps of a registration. */
  title?: (params: Record<string, string | undefined>) => string;
  /**
   * home: the site's menu · flow: BACK and DASHBOARD · registration: sign-in and registration · company: one company's
   * sign-in and registration.
   */
  header: "home" | "flow" | "registration" | "company";
  footer: "home" | "standard" | "none";
  /** Shows the cart in the header. */
  cart?: boolean;
  /** Shows the tabs: at the bottom on phones, at the side from 1024. */
  tabs?: boolean;
  /** The page draws to the edges of the window. */
  bleed?: boolean;
  /** Several paths are this one screen, which goes on when its path changes and gives all notices itself. */
  steady?: boolean;
  /** Renders without the header, tabs and footer. */
  bare?: boolean;
  load: () => Promise<ComponentType>;
};

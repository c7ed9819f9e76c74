/** What the app is built in. A build in another language has the file of the same name in its own folder (vite.config.ts). */
export const language: "en" | "ar" = "en";
export const direction: "ltr" | "rtl" = "ltr";
/** For Intl. */
export const locale: string = "en-US";
/** For dates with the day before the month. */
export const dayFirst: string = "en-GB";
/** For the page's `lang`. */
export const tag: string = "en-US";
/** Between a day and a time. */
export const comma: string = ", ";
/** Keeps a text of unknown direction apart from what stands around it. */
export const isolated = (text: string): string => text;

/** An amount as people read it: "AED 1,035.30", "-AED 4.00". The digits have two decimals and separators of thousands. */
export const aed = (sign: "" | "-" | "−" | "+", digits: string) => `${sign}AED ${digits}`;
/** The same without a currency. */
export const plain = (sign: "" | "-" | "−", digits: string) => `${sign}${digits}`;

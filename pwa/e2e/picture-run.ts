// A run that takes pictures: its language, its time, and what each picture would say differently in each run.
import type { Page } from "playwright-core";

/** What scripts/screens does with the pictures; in every other run nothing is compared. */
export const pictures = process.env.SCREENS as "compare" | "accept" | undefined;
export const language = process.env.SCREENS_LANGUAGE === "ar" ? "ar" : "en";
/** The screens that are looked at, for who works on some of them. */
export const only = process.env.LOOKS?.split(",");

/** A Monday far ahead at three in the morning in Dubai, an hour at which nothing in the data happens. */
const begins = Date.parse("2030-01-07T03:00:00+04:00");
const variable = "SCREENS_AHEAD";

/** How far a run of pictures is ahead of the machine's clock, in milliseconds: it begins at the same moment each time. */
export function ahead(): number {
  if (!pictures) return 0;
  process.env[variable] ??= String(begins - Date.now());
  return Number(process.env[variable]);
}

/** Makes every new Date of this realm later by so much. Runs in pages, too. */
export function goAhead(by: number): void {
  const { Date: Real } = globalThis;
  if (by === 0 || "ahead" in Real) return;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given) => (given.length > 0 ? Reflect.construct(Real, given) : new Real(Real.now() + by)),
    get: (_, key) => (key === "now" ? () => Real.now() + by : Reflect.get(Real, key)),
    has: (_, key) => key === "ahead" || key in Real,
  });
}

/** Runs while a picture is taken: what is another in each run (times of this hour, numbers of orders, codes) is always the same. */
export async function alwaysSame<T>(page: Page, take: () => Promise<T>): Promise<T> {
  const put = await page.evaluateHandle(() => {
    const style = document.createElement("style");
    style.textContent = `*, ::before, ::after {
        animation: none !important; transition: none !important; caret-color: transparent !important
      }
      .toasts, .qr { visibility: hidden !important }`;
    document.head.append(style);
    const sameOf = (text: string) =>
      text
        .replaceAll(/\b0?[3-5]:[0-5]\d\b/g, "3:00")
        .replace(/\d+ h \d+ min left/, "20 h 30 min left")
        .replace(/^المتبقي .*/, "المتبقي 20 ساعة")
        .replace(/(waits for(?= under| \d)|ينتظر منذ) .*/, "$1 1")
        .replaceAll(/localhost:\d+/g, "localhost:8080")
        .replaceAll(/\b(?=[A-Z\d]*\d)[A-HJKMNP-TV-Z\d]{26}\b/g, "01234567890123456789012345")
        .replaceAll(/\b(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[A-HJKMNP-TV-Z\d]{8}\b/g, "0123ABCD");
    const before: [Text, string][] = [];
    const fields: [HTMLInputElement, string][] = [];
    for (const field of document.querySelectorAll<HTMLInputElement>("input[readonly]")) {
      fields.push([field, field.value]);
      field.value = sameOf(field.value);
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node as Text;
      const same = sameOf(text.data);
      if (same === text.data) continue;
      before.push([text, text.data]);
      text.data = same;
    }
    return { style, before, fields };
  });
  try {
    return await take();
  } finally {
    await put.evaluate(({ style, before, fields }) => {
      style.remove();
      for (const [field, value] of fields) field.value = value;
      for (const [text, data] of before) text.data = data;
    });
    await put.dispose();
  }
}

import type { Page } from "playwright-core";

/**
 * The English that a page in Arabic still says, to the eye or to a screen reader. `names` are what people and companies call
 * themselves and their places. What is marked as English (the switch to it), kinds of cards, initials and the numbers of orders are
 * in Latin everywhere.
 */
export async function englishOn(page: Page, names: readonly string[]): Promise<string[]> {
  const said = await page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const around = node.parentElement;
      if (around && !around.closest("script, style, noscript, svg, [lang=en]")) found.push(node.textContent ?? "");
    }
    for (const name of ["aria-label", "placeholder", "title", "alt"])
      for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name) ?? "");
    return found;
  });
  const known = [...names.flatMap((name) => [name, ...name.split(" ")]), "Visa", "VISA", "CARD", "Mastercard", "QR"];
  const rest = (text: string) =>
    known
      .sort((a, b) => b.length - a.length)
      .reduce((left, name) => left.replaceAll(name, ""), text.replaceAll(code, ""));
  const code = /\b[A-Z\d]{8}\b/g;
  const initials = /^[A-Z]{2}$/;
  return [...new Set(said.filter((text) => !initials.test(text) && /[a-z]{2}/i.test(rest(text))))];
}

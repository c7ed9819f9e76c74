// The page as people see it who set their device differently: text twice as large, or the system's few colours instead of ours.
import type { Page } from "playwright-core";

/** Puts the text at twice its size until the function that it answers is called. */
export async function largeText(page: Page): Promise<() => Promise<void>> {
  const large = await page.addStyleTag({ content: "html { font-size: 200% }" });
  return () => large.evaluate((tag) => (tag as HTMLStyleElement).remove());
}

/**
 * What cannot be read or reached: a control that lies on another, one whose words are cut (people's own names may be), and a text that
 * stands a letter or two wide.
 */
export const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab]"),
    ].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !one.closest("[inert], [aria-hidden=true]"),
    );
    const nameOf = (one: Element) =>
      `${one.tagName.toLowerCase()} “${(one.getAttribute("aria-label") || one.textContent || one.className).trim().slice(0, 40)}”`;
    /** Its box, as far as what it scrolls in shows it. */
    const shownOf = (one: Element) => {
      let { left, right, top, bottom } = one.getBoundingClientRect();
      for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === "visible") continue;
        const clip = at.getBoundingClientRect();
        left = Math.max(left, clip.left);
        right = Math.min(right, clip.right);
        top = Math.max(top, clip.top);
        bottom = Math.min(bottom, clip.bottom);
      }
      return { left, right, top, bottom, width: right - left, height: bottom - top };
    };
    const boxes = controls.map((one) => {
      let layer: Element | null = one;
      while (layer && !/fixed|sticky/.test(getComputedStyle(layer).position)) layer = layer.parentElement;
      return { one, layer, box: shownOf(one) };
    });
    const hasText = (part: Element) =>
      [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    const found: string[] = [];
    for (const part of document.body.querySelectorAll("*")) {
      const { left, right, width, height } = part.getBoundingClientRect();
      if (width < 2 || !hasText(part) || !part.checkVisibility({ visibilityProperty: true })) continue;
      let clip = part.parentElement;
      while (clip && !/hidden|clip|auto|scroll/.test(getComputedStyle(clip).overflowX)) clip = clip.parentElement;
      if (clip && clip !== document.body && /hidden|clip/.test(getComputedStyle(clip).overflowX)) {
        const side = clip.getBoundingClientRect();
        if (side.width > 2 && (left < side.left - 1 || right > side.right + 1))
          found.push(`${nameOf(part)} runs out of its box`);
      }
      const { fontSize, display } = getComputedStyle(part);
      const letter = Number.parseFloat(fontSize);
      if (display !== "inline" && width < 4 * letter && height > 6 * letter)
        found.push(`${nameOf(part)} is a column of letters`);
    }
    for (const [at, { one, layer, box }] of boxes.entries()) {
      if (box.width < 2 || box.height < 2) continue; // hidden but for screen readers
      for (const part of [one, ...one.querySelectorAll("*")]) {
        const { overflowX, position } = getComputedStyle(part);
        if (
          hasText(part) &&
          !part.closest(".account") &&
          overflowX !== "visible" &&
          position !== "absolute" &&
          part.scrollWidth > part.clientWidth + 1
        )
          found.push(`${nameOf(one)} is cut`);
      }
      for (const other of boxes.slice(at + 1)) {
        if (other.layer !== layer || one.contains(other.one) || other.one.contains(one)) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        const thin = Math.min(box.width, box.height, other.box.width, other.box.height) < 4;
        if (across > 2 && down > 2 && !thin) found.push(`${nameOf(one)} lies on ${nameOf(other.one)}`);
      }
    }
    return [...new Set(found)].slice(0, 8);
  });

/** Controls that look like bare words, and chosen ones that look like the others, in forced colours. */
export const alikeInForcedColours = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 2;
    const nameOf = (one: Element) =>
      `${one.tagName.toLowerCase()} “${(one.getAttribute("aria-label") || one.textContent || one.className).trim().slice(0, 40)}”`;
    const look = (one: Element, pseudo?: string) => {
      const {
        backgroundColor,
        borderColor,
        borderWidth,
        borderStyle,
        color,
        outlineStyle,
        outlineColor,
        fontWeight,
        content,
      } = getComputedStyle(one, pseudo);
      return [
        backgroundColor,
        borderColor,
        borderWidth,
        borderStyle,
        color,
        outlineStyle,
        outlineColor,
        fontWeight,
        content,
      ].join();
    };
    // A choice may be marked on the control, on something in it, or on the box around it.
    const whole = (one: Element) => {
      const label = one.closest("label") ?? one;
      return [label, ...label.querySelectorAll("*")]
        .flatMap((part) => [look(part), look(part, "::before"), look(part, "::after")])
        .join(" ");
    };
    const found: string[] = [];
    const on =
      "[aria-pressed=true], [aria-selected=true], [aria-checked=true], [aria-current]:not([aria-current=false]), input:checked";
    for (const one of document.querySelectorAll(on)) {
      const around = one.closest("label") ?? one;
      if (!seen(around)) continue;
      const group =
        around.closest("[role=tablist], [role=group], [role=radiogroup], fieldset, nav, ul, ol, .row") ??
        around.parentElement;
      const tag = one.tagName.toLowerCase();
      const others = [...(group?.querySelectorAll(tag) ?? [])].filter(
        (other) =>
          other !== one &&
          !other.matches(on) &&
          seen(other.closest("label") ?? other) &&
          (other.className === one.className || one.className.startsWith(other.className)),
      );
      const [other] = others;
      if (other && whole(one) === whole(other)) found.push(`${nameOf(one)} looks like ${nameOf(other)}`);
    }
    for (const one of document.querySelectorAll("button:not([disabled])")) {
      if (!seen(one) || one.closest("[inert]")) continue;
      const { borderStyle, textDecorationLine, backgroundColor } = getComputedStyle(one);
      const drawn =
        borderStyle !== "none" ||
        textDecorationLine !== "none" ||
        backgroundColor !== getComputedStyle(document.body).backgroundColor;
      const within = one.querySelector("svg, img, [class]") || one.closest("li, .card, article, nav, header");
      if (!drawn && !within) found.push(`${nameOf(one)} looks like words`);
    }
    return [...new Set(found)].slice(0, 8);
  });

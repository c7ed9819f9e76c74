import type { KeyboardEvent } from "react";

const stops =
  "a[href],button:not([disabled]),input:not([disabled]),select,textarea,summary,[tabindex]:not([tabindex='-1'])";

/** Lets Tab go round inside of a dialog. */
export function keepFocusInside(event: KeyboardEvent, box: HTMLElement | null): void {
  if (event.key !== "Tab") return;
  const all = [...(box?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(
    // Elements in a collapsed part are no tab stops.
    (at) => at.tabIndex >= 0 && at.checkVisibility?.() !== false,
  );
  const first = all[0] ?? box;
  const last = all.at(-1) ?? box;
  const here = document.activeElement;
  if (event.shiftKey ? here === first || here === box : here === last) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}

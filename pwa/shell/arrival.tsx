import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { appWords } from "#pwa/i18n/app";
import { useArrived } from "#pwa/shell/arrived";
import { closeAll } from "#pwa/ui/back-closes";
import { toasts } from "#pwa/ui/toast-store";

// Module state, because every page renders its own Arrival; null until the first page has loaded.
let here: string | null = null;

const calm = () => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

/** The element that a hash names; null when it names none. */
function placeOf(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/**
 * Runs when a page has loaded: it sets the document's title, closes open sheets and toasts of the page before, scrolls to the hash
 * or the top, and moves the focus there so that a screen reader announces the place. The first page of a visit leaves the focus
 * alone, and so does a page during whose loading the header's menu was opened.
 */
export function Arrival({ title }: { title: string }) {
  const { pathname, hash, key } = useLocation();
  // The same link to a hash, followed again, scrolls again.
  const again = hash ? key : "";

  useEffect(() => {
    document.title = appWords.titled(title);
  }, [title]);

  // Before the page's own effects, so that a sheet with which it comes stays open.
  useLayoutEffect(() => {
    if (here === null || here === pathname) return;
    closeAll();
    toasts.leavePage();
  }, [pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const moved = here !== null && here !== pathname;
    here = pathname;
    useArrived.setState({ path: pathname });
    const behavior = calm() ? "auto" : "smooth";
    const place = placeOf(hash);
    if (place) place.scrollIntoView({ behavior });
    else if (moved) window.scrollTo({ top: 0, behavior });
    else return;
    if (document.activeElement?.matches("[aria-expanded=true]")) return;
    const reader = place ?? document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
    if (reader && reader.tabIndex < 0 && !reader.hasAttribute("tabindex")) reader.tabIndex = -1;
    reader?.focus({ preventScroll: true });
  }, [pathname, hash, again]);

  return null;
}

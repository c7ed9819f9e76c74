import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { closeAll } from "#pwa/ui/backCloses";
import { appWords } from "#pwa/words/app";

// Kept outside, because every page brings its own Arrival: nobody has arrived anywhere before the first one.
let here: string | null = null;

const calm = () => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

/**
 * Runs when a page is really there: names the tab, closes what was open, scrolls to the hash or the top, and puts the
 * focus on the heading so that a screen reader says where one is. The first page of a visit keeps the focus alone.
 */
export function Arrival({ title }: { title: string }) {
  const { pathname, hash } = useLocation();
  const started = useRef(false);

  useEffect(() => {
    document.title = appWords.titled(title);
  }, [title]);

  useEffect(() => {
    const moved = here !== null && here !== pathname;
    const first = here === null;
    here = pathname;
    if (moved) closeAll();
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const behavior = calm() ? "auto" : "smooth";
    if (target) target.scrollIntoView({ behavior });
    else if (moved) window.scrollTo({ top: 0, behavior });
    if (first || (!moved && started.current)) return;
    started.current = true;
    if (!moved) return;
    const heading = document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
    if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return null;
}

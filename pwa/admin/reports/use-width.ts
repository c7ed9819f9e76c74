import { useEffect, useRef, useState } from "react";

/** How wide an element is, so that what is drawn in it keeps its letters at their size. */
export function useWidth<Element extends HTMLElement>(otherwise: number) {
  const at = useRef<Element>(null);
  const [width, setWidth] = useState(otherwise);
  useEffect(() => {
    const element = at.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const look = new ResizeObserver(() => setWidth(Math.max(240, Math.round(element.clientWidth)) || otherwise));
    look.observe(element);
    return () => look.disconnect();
  }, [otherwise]);
  return [at, width] as const;
}

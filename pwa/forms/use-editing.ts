import { useLayoutEffect, useRef, useState } from "react";

/**
 * A card that is looked at, or edited. Opening it leads to its first field, closing it back to the button that opened it, so
 * that the keyboard never loses its place.
 */
export function useEditing(already = false) {
  const [editing, setEditing] = useState(already);
  const card = useRef<HTMLElement>(null);
  const before = useRef(already);
  useLayoutEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    const first = "input:not([type=hidden]):not([disabled]):not([readonly]),select";
    const to = editing ? card.current?.querySelector<HTMLElement>(first) : card.current?.querySelector("button");
    to?.focus();
  }, [editing]);
  return { editing, card, open: () => setEditing(true), close: () => setEditing(false) };
}

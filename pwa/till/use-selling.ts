import { useEffect } from "react";
import { holdPaying } from "#pwa/shell/paying-lock";
import { selling, useCart } from "#pwa/till/cart";

/** Whether a sale is open. Meanwhile no newer version replaces this one, here or from another window. */
export function useSelling(): boolean {
  const busy = useCart(selling);
  useEffect(() => (busy ? holdPaying() : undefined), [busy]);
  return busy;
}

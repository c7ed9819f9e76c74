import { useEffect } from "react";
import { holdPaying } from "#pwa/shell/paying-lock";
import { selling, useCart } from "#pwa/till/cart";

/** Whether a customer stands at the counter. Meanwhile no newer version takes this one's place, here or from another window. */
export function useSelling(): boolean {
  const busy = useCart(selling);
  useEffect(() => (busy ? holdPaying() : undefined), [busy]);
  return busy;
}

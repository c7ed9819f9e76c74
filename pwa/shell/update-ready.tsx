import { lazy } from "react";
import { useLocation } from "react-router";
import { create } from "zustand";
import { paying } from "#pwa/shell/paying";
import { Later } from "#pwa/ui/later";

/** A newer version, as far as this window knows of one. */
export const useUpdate = create<{
  /** Puts the newer version in this one's place; null while there is none. */
  take: (() => Promise<void>) | null;
  /** Another version answers this page by now. */
  replaced: boolean;
}>(() => ({ take: null, replaced: false }));

const UpdateOffer = lazy(async () => ({ default: (await import("#pwa/shell/update-offer")).UpdateOffer }));

/** The place where a newer version is offered, and never while paying. */
export function UpdateReady() {
  const take = useUpdate((update) => update.take);
  const { pathname } = useLocation();
  if (!take || paying(pathname)) return null;
  return (
    <Later>
      <UpdateOffer take={take} />
    </Later>
  );
}

import { useRows } from "#pwa/offline/sync/use-rows";
import type { Address } from "#pwa/offline/wire";

/** Where the profile's company is delivered to, as last known here. */
export const useAddresses = (): Address[] | undefined => useRows()?.addresses;

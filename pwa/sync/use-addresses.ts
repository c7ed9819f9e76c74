import { useRows } from "#pwa/sync/use-rows";
import type { Address } from "#pwa/wire";

/** Where the profile's company is delivered to, as last known here. */
export const useAddresses = (): Address[] | undefined => useRows()?.addresses;

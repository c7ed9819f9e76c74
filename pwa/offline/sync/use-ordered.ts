import { useRows } from "#pwa/offline/sync/use-rows";

const standing = ["Confirmed", "Completed"];

/** Whether an order of this person stands. */
export const useOrdered = (): boolean => useRows()?.orders.some(({ status }) => standing.includes(status)) ?? false;

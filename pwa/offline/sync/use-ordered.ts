import { useRows } from "#pwa/offline/sync/use-rows";

const ordered = ["Confirmed", "Completed"];

/** Whether this person has a confirmed or completed order. */
export const useOrdered = (): boolean => useRows()?.orders.some(({ status }) => ordered.includes(status)) ?? false;

import { useLiveQuery } from "dexie-react-hooks";
import { useDevice } from "#pwa/db";

const standing = ["Confirmed", "Completed"];

/** Whether an order of this person stands. */
export function useOrdered(): boolean {
  const db = useDevice((device) => device.db);
  const count = useLiveQuery(async () => db?.orders.filter(({ status }) => standing.includes(status)).count(), [db]);
  return (count ?? 0) > 0;
}

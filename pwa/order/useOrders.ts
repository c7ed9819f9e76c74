import { useLiveQuery } from "dexie-react-hooks";
import { useDevice } from "#pwa/db";
import type { Order } from "#pwa/wire";

/** Every order that is kept here, newest first. */
export function useOrders(): Order[] | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => {
    if (!db) return;
    // Ids begin with their time.
    return (await db.orders.orderBy("id").reverse().toArray()) as Order[];
  }, [db]);
}

/** One order; null when it is not here. */
export function useOrder(id: string): Order | null | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => (db ? ((await db.orders.get(id)) ?? null) : undefined), [db, id]);
}

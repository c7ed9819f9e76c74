import { useLiveQuery } from "dexie-react-hooks";
import { type Note, useDevice } from "#pwa/db";

/** Results that somebody must see, oldest first. */
export function useNotes(): Note[] {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => (await db?.notes.toArray()) ?? [], [db]) ?? [];
}

/** The person has seen it. */
export async function dismissNote(id: string): Promise<void> {
  await useDevice.getState().db?.notes.delete(id);
}

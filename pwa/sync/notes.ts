import { type Note, useDevice } from "#pwa/db";
import { useRows } from "#pwa/sync/use-rows";

const none: Note[] = [];

/** Results that somebody must see, oldest first. */
export const useNotes = (): Note[] => useRows()?.notes ?? none;

/** The person has seen it. */
export async function dismissNote(id: string): Promise<void> {
  await useDevice.getState().db?.notes.delete(id);
}

import { type Note, useDevice } from "#pwa/offline/db";
import { useRows } from "#pwa/offline/sync/use-rows";

const none: Note[] = [];

/** Results that the person must see, oldest first. */
export const useNotes = (): Note[] => useRows()?.notes ?? none;

/** Removes a note that the person has seen. */
export async function dismissNote(id: string): Promise<void> {
  await useDevice.getState().db?.notes.delete(id);
}

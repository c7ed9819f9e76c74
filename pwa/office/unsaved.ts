import { readValue, useDevice } from "#pwa/offline/db";

/** How many changes of menus and meals are kept on this device because the server has not taken them. */
export async function unsavedMenus(): Promise<number> {
  const { db } = useDevice.getState();
  if (!db) return 0;
  try {
    const [weeks, meals] = [await readValue(db, "planned"), await readValue(db, "meals")];
    return Object.keys(weeks ?? {}).length + Object.keys(meals ?? {}).length;
  } catch {
    // A storage that does not answer must not keep an operator from leaving.
    return 0;
  }
}

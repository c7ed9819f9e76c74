import { fact, useDevice } from "#pwa/offline/db";

/** How many changes of menus and meals are kept on this device because the server has not taken them. */
export async function unsavedMenus(): Promise<number> {
  const { db } = useDevice.getState();
  if (!db) return 0;
  try {
    const [weeks, meals] = [await fact(db, "planned"), await fact(db, "meals")];
    return Object.keys(weeks ?? {}).length + Object.keys(meals ?? {}).length;
  } catch {
    // A storage that does not answer must not keep an operator from leaving.
    return 0;
  }
}

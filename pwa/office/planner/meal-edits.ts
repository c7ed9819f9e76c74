// What was written of meals and is not saved: kept on this device with every change, so that neither a reload nor a lost connection
// takes it.
import { liveQuery } from "dexie";
import { useEffect, useState } from "react";
import { differing } from "#pwa/office/planner/meal-form";
import { readValue, useDevice, writeValue } from "#pwa/offline/db";
import type { MealEdit } from "#pwa/offline/wire";

/** Under which name the one meal is kept that the book does not have yet. */
export const fresh = "new";

type Edits = Record<string, MealEdit>;

/** Keeps an edit, or with null forgets it: with `only`, unless another page kept something else since. Refused only by the storage. */
export async function keepEdit(name: string, edit: MealEdit | null, only?: MealEdit): Promise<void> {
  const { db } = useDevice.getState();
  if (!db) return;
  await db.transaction("rw", db.facts, async () => {
    const { [name]: kept, ...rest } = (await readValue(db, "meals")) ?? {};
    if (!edit && only && kept && differing(kept.form, only.form).length > 0) return;
    await writeValue(db, "meals", edit ? { ...rest, [name]: edit } : rest);
  });
}

/** The edits that are kept here; undefined until that is known. */
export function useMealEdits(): Edits | undefined {
  const { db, problem } = useDevice();
  const [edits, setEdits] = useState<Edits>();
  useEffect(() => {
    if (!db) return problem ? setEdits({}) : undefined;
    const reading = liveQuery(() => readValue(db, "meals")).subscribe({
      next: (found) => setEdits(found ?? {}),
      error: () => setEdits({}),
    });
    return () => reading.unsubscribe();
  }, [db, problem]);
  return edits;
}

// What the person set on this device. It shows at once, is stored in their database and is deleted with it.
import { useEffect } from "react";
import { create } from "zustand";
import { type Choices, type Db, readValue, useDevice, writeValue } from "#pwa/offline/db";

export type Filters = Choices["filters"];

export const noFilters: Filters = { cuisines: [], diets: [], without: [], protein: false, light: false };
const nothing: Choices = { days: [], filters: noFilters, stays: false };

const useHeld = create<{ of: Db | null; choices: Choices }>(() => ({ of: null, choices: nothing }));

async function load(db: Db): Promise<void> {
  if (useHeld.getState().of === db) return;
  const choices = (await readValue(db, "choices")) ?? nothing;
  if (useHeld.getState().of !== db) useHeld.setState({ of: db, choices });
}

/** What is set; undefined while it is being read. */
export function useChoices(): Choices | undefined {
  const db = useDevice((device) => device.db);
  const { of, choices } = useHeld();
  useEffect(() => {
    if (db) void load(db).catch(() => undefined);
  }, [db]);
  return db && of === db ? choices : undefined;
}

/** Changes what is set, also offline. Rejects when it could not be kept; until then it holds on the screen. */
export async function choose(change: (choices: Choices) => Partial<Choices>): Promise<void> {
  const { db } = useDevice.getState();
  if (!db) return;
  await load(db);
  const { choices } = useHeld.getState();
  const next = { ...choices, ...change(choices) };
  useHeld.setState({ of: db, choices: next });
  await writeValue(db, "choices", next);
}

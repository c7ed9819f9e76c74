// What a story opened ends with it: what a test opened with that test, what stands for all of them with the file.

type Open = { end: () => Promise<void>; failed?: () => Promise<void> };

/** What is open: first what stands for the whole file, then what the running test opened. Empty where no test runs. */
const levels: Open[][] = [];

/**
 * The end of something that was opened just now. It happens once: when it is asked for, or with what opened it. `failed` is what is
 * done first when a test fails meanwhile.
 */
export function atEnd(end: () => Promise<void>, failed?: () => Promise<void>): () => Promise<void> {
  let ended = false;
  const once = async () => {
    if (ended) return;
    ended = true;
    await end();
  };
  levels.at(-1)?.push({ end: once, failed });
  return once;
}

export const begin = (): void => void levels.push([]);

/** Tells everything that is open that the test failed, the newest last. */
export async function tellFailed(): Promise<void> {
  for (const { failed } of levels.flat()) await failed?.().catch(() => undefined);
}

/** Ends what was opened since the last beginning, the newest first. Everything ends, whatever one of them throws. */
export async function endAll(): Promise<void> {
  const faults: unknown[] = [];
  for (const { end } of levels.pop()?.reverse() ?? []) await end().catch((fault) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, faults.join("\n"));
}

import { decodeTime } from "ulid";
import type { Op } from "#pwa/offline/wire";

/** How long a change may wait while the server answers, ms. After that something is wrong with it or with us. */
export const tooLong = 10 * 60_000;

/** When a change was saved, ms of this device's clock: its id begins with it. */
export const savedAt = ({ id }: Op): number => {
  try {
    return decodeTime(id);
  } catch {
    return Date.now();
  }
};

/** How long the oldest change has been waiting, ms; null when none waits. A clock that was set back counts as no time. */
export const ageOf = (ops: readonly Op[], now: number): number | null =>
  ops.length === 0 ? null : Math.max(0, now - Math.min(...ops.map(savedAt)));

// The time at a till. The tablet's clock decides nothing: an event carries what that clock showed, its known offset to the
// server's clock and how old that knowledge is, and the server judges.
import type { ClockOffset } from "#pwa/till/till-db";

/** The tablet's clock, which a person can set, and a monotonic one, ms. `sitting` identifies the start of the monotonic clock. */
export type TillClock = { now: () => number; mono: () => number; sitting: number };

/** The time fields of an event. `off` is missing while nothing is known of the server's clock. */
export type Stamp = { at: number; off?: number; age?: number; j?: 1 };

/** By how much the two clocks may differ, or the tablet's may have gone back while the app was closed, ms. */
const leap = 60_000;

/**
 * The timestamp of this moment. A clock that was set back while the app ran is ignored: the monotonic one gives the time.
 * A clock that is ahead may be right, since the monotonic one stops while a tablet sleeps.
 */
export function stampNow(clock: TillClock, offset: ClockOffset | undefined): Stamp {
  const wall = Math.round(clock.now());
  if (!offset) return { at: wall };
  const passed = wall - offset.at;
  const sitting = offset.sitting === clock.sitting;
  const ran = sitting ? Math.round(clock.mono() - offset.mono) : Math.max(passed, 0);
  const back = passed < ran - leap;
  const jumped = back || passed > ran + leap;
  const at = back && sitting ? offset.at + ran : wall;
  const age = Math.max(0, Math.round(Math.max(passed, ran) / 1000));
  return { at, off: offset.off, age, ...(jumped ? { j: 1 as const } : {}) };
}

/** The server's time, as far as it is known here, ms. */
export function serverTime(clock: TillClock, offset: ClockOffset | undefined): number {
  const { at, off = 0 } = stampNow(clock, offset);
  return at + off;
}

/** The clock offset from an answer: its request left at `asked`, and the server's clock showed `said`. */
export const measureOffset = (clock: TillClock, asked: number, said: number): ClockOffset => {
  const now = Math.round(clock.now());
  return { off: Math.round(said - (asked + now) / 2), at: now, mono: clock.mono(), sitting: clock.sitting };
};

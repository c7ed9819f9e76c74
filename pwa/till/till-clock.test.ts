import { expect, test } from "vitest";
import { handClock, noon } from "#pwa/testing/till-kit";
import { serverTime, stampNow } from "#pwa/till/till-clock";

const hour = 3_600_000;
const day = 24 * hour;
const learntAt = (at: number, off = 5000) => ({ off, at, mono: 0, sitting: 1 });

test("before anything is known of the server's clock, an event tells the tablet's alone", () => {
  expect(stampNow(handClock(), undefined)).toEqual({ at: noon });
});

test("afterwards it tells by how much ours is ahead, and for how long that has been known", () => {
  const clock = handClock();
  clock.pass(90_000);
  expect(stampNow(clock, learntAt(noon))).toEqual({ at: noon + 90_000, off: 5000, age: 90 });
  expect(serverTime(clock, learntAt(noon))).toBe(noon + 95_000);
});

test("a clock that is set back while the app runs is not believed, and said to have jumped", () => {
  const clock = handClock();
  clock.pass(hour);
  clock.set(noon - 3 * day);
  clock.pass(1000);
  expect(stampNow(clock, learntAt(noon))).toEqual({ at: noon + hour + 1000, off: 5000, age: 3601, j: 1 });
});

test("one that is set a year ahead is told as it is, and said to have jumped", () => {
  const clock = handClock();
  clock.set(noon + 365 * day);
  expect(stampNow(clock, learntAt(noon))).toEqual({ at: noon + 365 * day, off: 5000, age: 365 * 86_400, j: 1 });
});

test("one that went back while the app was closed is said to have jumped", () => {
  const clock = { ...handClock(noon - day), sitting: 2 };
  expect(stampNow(clock, learntAt(noon))).toEqual({ at: noon - day, off: 5000, age: 0, j: 1 });
});

test("a few seconds of drift, and a night with the app closed, are no jump", () => {
  const clock = handClock();
  clock.pass(hour);
  clock.set(noon + hour + 5000);
  expect(stampNow(clock, learntAt(noon)).j).toBeUndefined();
  const morning = { ...handClock(noon + 12 * hour), sitting: 2 };
  expect(stampNow(morning, learntAt(noon))).toEqual({ at: noon + 12 * hour, off: 5000, age: 12 * 3600 });
});

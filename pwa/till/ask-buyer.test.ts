import { expect, test } from "vitest";
import { Fault, Offline } from "#pwa/offline/server";
import type { TillAsked } from "#pwa/offline/wire";
import { handClock } from "#pwa/testing/till-kit";
import { askBuyer } from "#pwa/till/ask-buyer";

const away = () => new Offline("network");
const other = new Fault(409, { reason: "confirm_changed" });
type Said = TillAsked["state"] | "away" | Fault;

/** What comes of it when the server says this, the last for ever; how often it was asked, after how many seconds, and what was shown. */
async function asking(...answers: Said[]) {
  const clock = handClock();
  const shown: boolean[] = [];
  let asked = 0;
  const { outcome } = askBuyer({
    ask: async () => {
      const said = answers[Math.min(asked++, answers.length - 1)] as Said;
      if (said === "away") throw away();
      if (said instanceof Fault) throw said;
      return { state: said, seconds: 90, now: clock.now() };
    },
    report: (waiting) => shown.push(waiting.away),
    now: clock.mono,
    random: () => 1,
    timer: (ms, then) => {
      clock.pass(ms);
      queueMicrotask(then);
      return () => undefined;
    },
  });
  return { outcome: await outcome, asked, seconds: clock.mono() / 1000, shown };
}

test("the till looks every second, and goes on at once when the buyer has answered", async () => {
  expect(await asking("waiting", "waiting", "confirmed")).toMatchObject({ outcome: "confirmed", asked: 3, seconds: 2 });
  expect((await asking("waiting", "declined")).outcome).toBe("declined");
  expect((await asking("waiting", "expired")).outcome).toBe("expired");
  expect((await asking("waiting", "cancelled")).outcome).toBe("expired");
});

test("a network that fails meanwhile loses no answer, and one that was never there is said soon", async () => {
  const back = await asking("waiting", "away", "away", "away", "confirmed");
  expect(back).toMatchObject({ outcome: "confirmed", seconds: 8, shown: [false, true, true, true] });
  expect(await asking("away")).toMatchObject({ outcome: "offline", asked: 2, seconds: 1 });
  const { outcome, seconds } = await asking("waiting", "away");
  expect(outcome).toBe("offline");
  expect(seconds).toBeGreaterThan(120);
  expect(seconds).toBeLessThan(140);
});

test("what the server does not ask is not asked again", async () => {
  expect(await asking(other)).toMatchObject({ outcome: other, asked: 1 });
});

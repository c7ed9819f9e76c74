import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { ulid } from "ulid";
import { secondDevice } from "#pwa/e2e/second-device";
import type { Sahn } from "#pwa/e2e/start-sahn";

const people = [
  ...["mariam", "omar", "priya"].map((name) => `${name}@harbourline.example`),
  ...["lina", "ahmed"].map((name) => `${name}@qasrdesign.example`),
  ...["fatima", "wei"].map((name) => `${name}@meridianwp.example`),
  "daniel@weber.example",
];

export type Load = {
  /** Each when nobody else asks, ms. */
  alone: number[];
  /** Each when so many come a second whether or not the earlier ones are answered: counted from when each was due. */
  times: number[];
};

/** How long POST /api/sync takes with five operations. */
export async function benchLoad(sahn: Sahn, perSecond: number, seconds: number): Promise<Load> {
  const idle = await Promise.all(people.map((email) => speaker(sahn, email)));
  const alone: number[] = [];
  for (let i = 0; i < 25 * idle.length; i++) {
    const from = performance.now();
    await idle[i % idle.length]?.();
    alone.push(performance.now() - from);
  }
  const waiting: (() => void)[] = [];
  const times: number[] = [];
  const began = performance.now() + 100;
  await Promise.all(
    Array.from({ length: perSecond * seconds }, async (_, i) => {
      const due = began + (i * 1000) / perSecond;
      await pause(Math.max(0, due - performance.now()));
      // Everybody is being answered: that, too, is time that somebody waits.
      while (idle.length === 0) await new Promise<void>((free) => waiting.push(free));
      const say = idle.shift();
      if (!say) throw new Error("nobody is free");
      await say();
      times.push(performance.now() - due);
      idle.push(say);
      waiting.shift()?.();
    }),
  );
  return { alone, times };
}

/** A device of somebody that says five days of three meals, each time another quantity. */
async function speaker(sahn: Sahn, email: string): Promise<() => Promise<void>> {
  const desk = await secondDevice(sahn, email);
  const days = (await desk.weeks())[2]?.menu.days.slice(0, 5) ?? [];
  const dev = ulid();
  const answer = await desk.sync();
  let { cur, tag } = { cur: answer.cur, tag: "" };
  let n = 0;
  return async () => {
    const done = n;
    const ops = days.map(({ date, meals }) => ({
      n: ++n,
      id: ulid(),
      k: "day.set/1",
      a: { date, items: meals.slice(0, 3).map((meal) => ({ meal, qty: 1 + (n % 2) })), seen: cur },
    }));
    const { status, body } = await desk.ask<{ cur: number; tag?: string; ack: [number, string] }>("POST", "/api/sync", {
      ...{ v: 3, app: "2026.11.2", dev, cur, done, tag, ops },
      clk: { now: Date.now(), mono: Math.round(performance.now()), off: 0, age: 0 },
    });
    if (status !== 200 || body.ack[0] !== n) throw new Error(`sync answered ${status}: ${JSON.stringify(body)}`);
    cur = body.cur;
    tag = body.tag ?? tag;
  };
}

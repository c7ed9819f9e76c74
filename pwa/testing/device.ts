import { createEngine, type EngineParts, type Status } from "#pwa/offline/sync/engine";
import type { SyncReply, SyncRequest } from "#pwa/offline/wire";
import { fakeServer } from "#pwa/testing/fake-server";
import { memoryStore } from "#pwa/testing/memory-store";

/** Lets everything that needs no time happen. */
export const settle = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** An engine whose clock and network are in the test's hands. */
export function device(more: Partial<EngineParts> = {}) {
  const server = fakeServer();
  const memory = memoryStore();
  const timers: { at: number; then: () => void }[] = [];
  const requests: SyncRequest[] = [];
  const self = {
    server,
    memory,
    requests,
    clock: 1_000_000,
    status: undefined as Status | undefined,
    answer: undefined as ((request: SyncRequest) => Promise<SyncReply> | SyncReply) | undefined,
    /** Times of what is armed, ms from now. */
    armed: () => timers.map(({ at }) => at - self.clock).sort((a, b) => a - b),
    /** Lets time pass, with all that falls due in it. */
    pass: async (ms: number) => {
      const until = self.clock + ms;
      for (;;) {
        const due = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.splice(timers.indexOf(due), 1);
        self.clock = due.at;
        due.then();
        await settle();
      }
      self.clock = until;
    },
    /** How many operations each request had. */
    sizes: () => requests.map(({ ops }) => ops.length),
    set: (date: string, meal: string) => self.engine.edit(date, () => ({ items: [{ meal, qty: 1 }] })),
    engine: undefined as unknown as ReturnType<typeof createEngine>,
  };
  let id = 0;
  self.engine = createEngine({
    store: memory.store,
    app: "2026.11.2",
    newId: () => `01JP${String(++id).padStart(22, "0")}`,
    now: () => self.clock,
    mono: () => self.clock,
    random: () => 1,
    timer: (ms, then) => {
      const timer = { at: self.clock + ms, then };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    lock: async (work) => {
      await work();
      return true;
    },
    send: async (request) => {
      requests.push(request);
      if (self.answer) return self.answer(request);
      return server.reply(request, self.clock + 5000);
    },
    report: (status) => {
      self.status = status;
    },
    ...more,
  });
  return self;
}

import { describe, expect, it, vi } from "vitest";
import { Fault, Offline } from "#pwa/offline/server";
import type { EngineParts, Status } from "#pwa/offline/sync/engine";
import { sizeOf, startAsNewDevice } from "#pwa/offline/sync/outbox";
import { device, settle } from "#pwa/testing/device";
import { fakeServer } from "#pwa/testing/fake-server";
import { gate } from "#pwa/testing/gate";
import { one, waitTimeout } from "#pwa/testing/load";

const monday = "2026-11-23";
const tuesday = "2026-11-24";
const wednesday = "2026-11-25";

/** A device on which a meal was just chosen for Monday. */
async function choosing(more: Partial<EngineParts> = {}) {
  const me = device(more);
  await me.set(monday, "a");
  return me;
}

describe("what is saved", () => {
  it("goes out 300 ms after the last tap, in one round", async () => {
    const me = await choosing();
    await me.pass(200);
    await me.set(monday, "b");
    await me.pass(299);
    expect(me.requests).toHaveLength(0);
    await me.pass(1);
    expect(me.requests.map((request) => request.ops.map((op) => [op.n, op.a.items[0]?.meal]))).toEqual([[[1, "b"]]]);
    expect(me.memory.kept.ops).toEqual([]);
    expect(me.memory.kept.base.get(monday)?.items).toEqual([{ meal: "b", qty: 1 }]);
  });

  it("is answered in parts when much has changed, and the device asks on until it has the last one", async () => {
    const me = await choosing();
    let part = 0;
    me.answer = async (request) => ({ ...me.server.reply(request), cur: ++part, ...(part < 4 && { more: true }) });
    await me.pass(300);
    expect(me.requests.map(({ cur, ops }) => [cur, ops.length])).toEqual([
      [0, 1],
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(me.memory.kept.meta?.cur).toBe(4);
  });

  it("joins the last unsent change of the same day only, and under a new id", async () => {
    const me = await choosing();
    const first = me.memory.kept.ops[0]?.id;
    await me.set(monday, "b");
    expect(me.memory.kept.ops.map((op) => op.n)).toEqual([1]);
    expect(me.memory.kept.ops[0]?.id).not.toBe(first);
    await me.set(tuesday, "c");
    await me.set(monday, "d");
    expect(me.memory.kept.ops.map((op) => [op.n, op.a.date])).toEqual([
      [1, monday],
      [2, tuesday],
      [3, monday],
    ]);
  });

  it("is not written again when nothing changed", async () => {
    const me = await choosing();
    expect(await me.set(monday, "a")).toBe(false);
    expect(me.memory.kept.meta?.nextN).toBe(2);
  });

  it("while a round is under way stays and follows it", async () => {
    const me = await choosing();
    me.answer = async (request) => {
      me.answer = undefined;
      await me.set(monday, "b");
      return me.server.reply(request);
    };
    await me.engine.sync();
    expect(me.requests.map((request) => request.ops.map((op) => op.n))).toEqual([[1], [2]]);
    expect(me.server.docs()[0]?.items).toEqual([{ meal: "b", qty: 1 }]);
  });

  it("says nothing of the device's clock before the server told its own, and then by how much it is off", async () => {
    const me = await choosing();
    await me.engine.sync();
    await me.pass(1000);
    await me.set(tuesday, "b");
    await me.engine.sync();
    await me.engine.sync();
    expect(me.requests.map((request) => request.clk)).toEqual([
      undefined,
      { now: 1_001_000, mono: 1_001_000, off: 5000, age: 1000 },
      undefined,
    ]);
  });
});

describe("what the server says beside drafts and orders", () => {
  const live = { wallet: 500, share_used: {}, portions: {}, taken: [], closed: [] };

  it("is kept under its name and comes again only when it changed", async () => {
    const me = device();
    const wallets: (number | undefined)[] = [];
    me.answer = (request) => {
      const reply = me.server.reply(request);
      wallets.push(reply.live?.wallet);
      return reply;
    };
    await me.engine.sync();
    await me.set(monday, "a");
    await me.engine.sync();
    me.server.state.live = live;
    await me.engine.sync();
    await me.engine.sync();
    expect(wallets).toEqual([0, undefined, 500, undefined]);
    expect(me.memory.kept.context?.live.wallet).toBe(500);
  });

  it("comes whole to an app that does not know of names", async () => {
    const { tag: _, ...old } = { v: 3 as const, app: "2026.11.1", dev: "d", cur: 0, done: 0, tag: "", ops: [] };
    expect(fakeServer().reply(old).live).toBeDefined();
  });

  it("stays when the device begins anew, and limits are known at the next start", async () => {
    const me = device();
    me.server.state.limits = { ops: 2, bytes: 65_536 };
    await me.engine.sync();
    const { tag } = me.memory.kept.meta ?? {};
    await me.memory.store((rows) => startAsNewDevice(rows, () => "01JPANEW000000000000000000", 0));
    expect(me.memory.kept.meta?.tag).toBe(tag);
    const later = device({ store: me.memory.store });
    for (const date of [monday, tuesday, wednesday]) await later.set(date, "a");
    await later.engine.sync();
    expect(later.sizes()).toEqual([2, 1]);
  });

  it("is asked for again when the answer speaks of what another tab's answer replaced here", async () => {
    const me = device();
    const other = device({ store: me.memory.store });
    await me.engine.sync();
    me.clock += 10_000;
    me.answer = async (request) => {
      me.answer = undefined;
      const older = me.server.reply(request, me.clock + 2000);
      other.answer = (asked) => {
        me.server.state.live = live;
        const newer = me.server.reply(asked, me.clock + 1000);
        me.server.state.live = { ...live, wallet: 0 };
        return newer;
      };
      await other.engine.sync();
      return older;
    };
    await me.engine.sync();
    expect(me.requests).toHaveLength(3);
    expect(me.memory.kept.context?.live.wallet).toBe(0);
  });
});

describe("a failed round", () => {
  it.each<[string, unknown, number[]]>([
    ["a server in trouble", new Fault(503), [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]],
    ["silence", new Offline("timeout"), [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]],
    ["no network", new Offline("network"), [1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000]],
    ["a server that says when", new Fault(429, {}, 90), [91_000, 92_000, 94_000]],
    ["a refusal that nobody foresaw", new Fault(422), [1000, 2000, 4000]],
  ])("for %s arms its own next try, for ever", async (_, cause, waits) => {
    const me = await choosing();
    me.answer = () => Promise.reject(cause);
    await me.pass(300);
    for (const wait of waits) {
      expect(me.armed()[0]).toBe(wait);
      await me.pass(wait);
    }
    expect(me.memory.kept.ops).toHaveLength(1);
    me.answer = undefined;
    await me.pass(100_000);
    expect(me.memory.kept.ops).toHaveLength(0);
    expect(me.status?.trouble).toBeNull();
  });

  it("is not hurried by more taps, but by the person coming back", async () => {
    const me = await choosing();
    me.answer = () => Promise.reject(new Fault(503));
    await me.pass(300 + 1000);
    const asked = me.requests.length;
    await me.set(tuesday, "b");
    await me.pass(400);
    expect(me.requests).toHaveLength(asked);
    me.answer = undefined;
    await me.engine.sync();
    expect(me.memory.kept.ops).toHaveLength(0);
  });

  it.each<[number, Status["paused"]]>([
    [401, "signed_out"],
    [403, "revoked"],
    [426, "update"],
  ])("with %i pauses and keeps everything", async (status, paused) => {
    const me = await choosing();
    me.answer = () => Promise.reject(new Fault(status));
    await me.pass(100_000);
    expect(me.status?.paused).toBe(paused);
    expect(me.requests).toHaveLength(1);
    expect(me.memory.kept.ops).toHaveLength(1);
  });
});

/** So many meals with ids of 120 bytes and more. */
const long = (count: number) => Array.from({ length: count }, (_, i) => ({ meal: `${"ص".repeat(60)}${i}`, qty: 1 }));

describe("limits", () => {
  it("no request has more than 100 operations or 64 KiB", async () => {
    const me = device();
    for (let i = 0; i < 230; i++) await me.set(i % 2 ? monday : tuesday, `m${i}`);
    await me.engine.sync();
    expect(me.sizes()).toEqual([100, 100, 30]);
    for (let i = 0; i < 30; i++)
      await me.engine.edit(i % 2 ? monday : tuesday, () => ({ items: [...long(40), { meal: `${i}`, qty: 1 }] }));
    me.requests.length = 0;
    await me.engine.sync();
    const sizes = me.requests.map((request) => new TextEncoder().encode(JSON.stringify(request)).length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
    expect(Math.max(...sizes)).toBeGreaterThan(50_000);
    expect(me.memory.kept.ops).toEqual([]);
  });

  it("after 413 the next request is at most half", async () => {
    const me = device();
    for (let i = 0; i < 50; i++) await me.set(i % 2 ? monday : tuesday, `m${i}`);
    me.server.state.limits = { ops: 20, bytes: 65_536 };
    await me.engine.sync();
    expect(me.sizes()).toEqual([50, 25, 13, 20, 17]);
  });

  it("an operation that the server would never take is refused when it is saved, and nothing of it stays", async () => {
    const me = device();
    await expect(me.engine.edit(monday, () => ({ items: long(60) }))).rejects.toThrow("more than one day can hold");
    expect(me.memory.kept.ops).toEqual([]);
    expect(await me.engine.edit(monday, () => ({ items: long(40) }))).toBe(true);
    expect(me.memory.kept.ops.map((op) => op.n)).toEqual([1]);
  });

  it("counts bytes, not characters", () => {
    const size = (meal: string) => sizeOf({ n: 1, id: "x", k: "k", a: { date: "", items: one(meal), seen: 0 } });
    expect(size("ص")).toBeGreaterThan(size("s"));
  });
});

describe("a loop", () => {
  it("of a server that answers without taking anything is left after one round", async () => {
    const me = await choosing();
    me.answer = (request) => ({ ...fakeServer().reply({ ...request, ops: [] }), ack: [0, null] });
    await me.engine.sync();
    expect(me.requests).toHaveLength(1);
    expect(me.status?.trouble?.why).toBe("loop");
  });

  it("of five same questions in half a second is broken, and only then", async () => {
    const me = device();
    for (let i = 0; i < 4; i++) await me.engine.sync();
    expect(me.status?.trouble).toBeNull();
    await me.pass(600);
    for (let i = 0; i < 5; i++) await me.engine.sync();
    expect(me.status?.trouble?.why).toBe("loop");
    expect(me.requests).toHaveLength(8);
  });

  it("of a server that calls every device a copy is broken", async () => {
    const me = await choosing();
    me.answer = () => Promise.reject(new Fault(409, { reason: "fork" }));
    await me.engine.sync();
    expect(me.requests).toHaveLength(4);
    expect(me.status?.trouble?.why).toBe("loop");
    expect(me.memory.kept.ops).toHaveLength(1);
  });
});

describe("several tabs", () => {
  it("wait for the one that sends, but not for a frozen one", async () => {
    const me = await choosing({ lock: async () => false });
    await me.pass(300);
    expect(me.requests).toHaveLength(0);
    await me.pass(12_000);
    expect(me.requests).toHaveLength(0);
    await me.pass(9000);
    expect(me.memory.kept.ops).toHaveLength(0);
  });

  it("send what a closed tab left, within half a minute", async () => {
    const me = device();
    me.engine.start();
    await settle();
    const other = device({ store: me.memory.store });
    await other.set(monday, "a");
    await me.pass(30_000);
    expect(me.memory.kept.ops).toHaveLength(0);
  });

  it("hear within a minute what another device changed, while somebody looks at them", async () => {
    const looked = { at: true };
    const me = device({ watched: () => looked.at });
    me.engine.start();
    await settle();
    await me.pass(59_999);
    expect(me.requests).toHaveLength(1);
    await me.pass(1);
    expect(me.requests).toHaveLength(2);
    await me.set(monday, "a");
    await me.pass(300);
    expect(me.requests).toHaveLength(3);
    await me.pass(59_700);
    expect(me.requests).toHaveLength(3);
    await me.pass(30_000);
    expect(me.requests).toHaveLength(4);
    looked.at = false;
    await me.pass(600_000);
    expect(me.requests).toHaveLength(4);
  });

  it("are silent after they are stopped, also when an answer comes late", async () => {
    const me = await choosing();
    me.answer = (request) => {
      me.engine.stop();
      return me.server.reply(request);
    };
    await me.engine.sync();
    expect(me.memory.kept.ops).toHaveLength(1);
    await me.pass(100_000);
    expect(me.requests).toHaveLength(1);
  });
});

describe("results", () => {
  it("that refuse a choice leave it here with its meals and why, until the person has seen it", async () => {
    const me = await choosing();
    await me.set("2026-11-28", "a");
    await me.engine.sync();
    expect(me.memory.kept.ops).toEqual([]);
    expect([...me.memory.kept.notes.values()]).toMatchObject([
      { date: "2026-11-28", code: 3, detail: { reason: "day_closed", items: [{ meal: "a", qty: 1 }] } },
    ]);
  });

  it("of a server that was restored from an older copy lose nothing that is still here", async () => {
    const me = await choosing();
    await me.engine.sync();
    await me.set(tuesday, "b");
    const restored = fakeServer();
    me.answer = (request) => restored.reply(request);
    const dev = me.memory.kept.meta?.dev;
    await me.engine.sync();
    expect(me.memory.kept.meta?.dev).not.toBe(dev);
    expect(restored.docs().map((doc) => doc.date)).toEqual([tuesday]);
    expect([...me.memory.kept.base.keys()]).toEqual([tuesday]);
    expect(me.memory.kept.ops).toEqual([]);
    const items = [{ meal: "a", qty: 1 }];
    expect([...me.memory.kept.notes.values()]).toMatchObject([
      { date: monday, code: 3, detail: { reason: "server_restored", items } },
    ]);
  });

  it("of a server whose cursor fell behind name the days that it lost, and no others", async () => {
    const me = await choosing();
    await me.set(tuesday, "b");
    await me.set(tuesday, "gone");
    await me.engine.edit(tuesday, () => ({ items: [] }));
    await me.engine.sync();
    const restored = fakeServer();
    const docs = [{ date: wednesday, rev: 1, items: [{ meal: "c", qty: 1 }] }];
    me.answer = (request) => {
      const reply = restored.reply({ ...request, done: 0 }, 1_006_000);
      return { ...reply, cur: 1, docs, reset: true, ack: [me.memory.kept.meta?.done ?? 0, null] };
    };
    await me.engine.sync();
    expect([...me.memory.kept.notes.values()].map(({ date }) => date)).toEqual([monday]);
    expect([...me.memory.kept.base.keys()]).toEqual([wednesday]);
  });

  it("of a copy that begins anew name nothing: the server still has it all", async () => {
    const me = await choosing();
    await me.engine.sync();
    await me.memory.store((rows) => startAsNewDevice(rows, () => "01JPANEW000000000000000000", 0));
    await me.engine.sync();
    expect(me.memory.kept.base.get(monday)).toBeDefined();
    expect(me.memory.kept.notes.size).toBe(0);
  });

  it("that were asked for before the device began anew are not believed", async () => {
    const me = await choosing();
    await me.engine.sync();
    me.answer = async (request) => {
      await me.memory.store((rows) =>
        startAsNewDevice(rows, () => "01JPANEW000000000000000000", request.cur === 1 ? 0 : -1),
      );
      return me.server.reply(request);
    };
    await me.engine.sync();
    expect(me.memory.kept.meta).toMatchObject({ dev: "01JPANEW000000000000000000", era: 1, cur: 0 });
    me.answer = undefined;
    await me.engine.sync();
    expect(me.requests.map((request) => request.cur)).toEqual([0, 1, 0]);
    expect(me.memory.kept.meta?.cur).toBe(1);
  });

  it("tell flush whether everything is out", async () => {
    const me = await choosing();
    me.answer = () => Promise.reject(new Offline("network"));
    expect(await me.engine.flush()).toBe(false);
    me.answer = undefined;
    expect(await me.engine.flush()).toBe(true);
  });

  it("send first by a question of its own when one is under way that will fail", async () => {
    const me = await choosing();
    const loss = gate();
    me.answer = () => loss.opened.then(() => Promise.reject(new Offline("network")));
    const lost = me.engine.sync();
    await vi.waitFor(() => expect(me.requests).toHaveLength(1), waitTimeout);
    me.answer = undefined;
    const sent = me.engine.flush();
    loss.open();
    await lost;
    expect(await sent).toBe(true);
    expect(me.requests).toHaveLength(2);
  });

  it("wait for nobody's answer when nothing is to be sent", async () => {
    const me = device();
    me.answer = () => new Promise(() => undefined);
    void me.engine.sync();
    await vi.waitFor(() => expect(me.requests).toHaveLength(1), waitTimeout);
    expect(await me.engine.flush()).toBe(true);
  });
});

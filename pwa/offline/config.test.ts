import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
const answers = (status: number, body: unknown) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })),
  );
const fresh = async () => {
  vi.resetModules();
  return import("#pwa/offline/config");
};

beforeEach(() => kept.clear());

test("without a server every contact is hidden and the hello bar has its window", async () => {
  answers(503, { message: "away" });
  const { loadConfig, useConfig } = await fresh();
  await loadConfig();
  expect(useConfig.getState()).toMatchObject({
    whatsapp: "",
    phone: "",
    hello_from: "2025-09-11 00:00:00",
    hello_until: "",
  });
});

test("what the server says is used at once and remembered for the next start", async () => {
  answers(200, { whatsapp: "+971500000000", sandbox: true });
  const first = await fresh();
  await first.loadConfig();
  expect(first.useConfig.getState()).toMatchObject({ whatsapp: "+971500000000", sandbox: true });
  answers(503, {});
  const second = await fresh();
  expect(second.useConfig.getState().whatsapp).toBe("+971500000000");
});

test("values of the wrong kind are left out", async () => {
  answers(200, { whatsapp: 5, phone: null, instagram: "https://instagram.example" });
  const { loadConfig, useConfig } = await fresh();
  await loadConfig();
  expect(useConfig.getState()).toMatchObject({ whatsapp: "", phone: "", instagram: "https://instagram.example" });
});

import { beforeEach, expect, test, vi } from "vitest";
import { pageOf } from "#pwa/testing/page";

const answers = (status: number, body: unknown) => vi.stubGlobal("fetch", async () => Response.json(body, { status }));
/** The app's settings once a page has asked for them. */
const loaded = async () => {
  vi.resetModules();
  const { loadConfig, useConfig } = await import("#pwa/offline/config");
  const before = useConfig.getState();
  await loadConfig();
  return { before, now: useConfig.getState() };
};

beforeEach(() => void pageOf());

test("without a server every contact is hidden and the hello bar has its window", async () => {
  answers(503, { message: "away" });
  const { now } = await loaded();
  expect(now).toMatchObject({ whatsapp: "", phone: "", hello_from: "2025-09-11 00:00:00", hello_until: "" });
});

test("what the server says is used at once and remembered for the next start", async () => {
  answers(200, { whatsapp: "+971500000000", sandbox: true });
  expect((await loaded()).now).toMatchObject({ whatsapp: "+971500000000", sandbox: true });
  answers(503, {});
  expect((await loaded()).before.whatsapp).toBe("+971500000000");
});

test("values of the wrong kind are left out", async () => {
  answers(200, { whatsapp: 5, phone: null, instagram: "https://instagram.example" });
  const { now } = await loaded();
  expect(now).toMatchObject({ whatsapp: "", phone: "", instagram: "https://instagram.example" });
});

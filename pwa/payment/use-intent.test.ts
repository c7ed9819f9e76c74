// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, Fault, Offline } from "#pwa/offline/server";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { submitForm } from "#pwa/payment/submit-form";
import { pollDelay, useIntent } from "#pwa/payment/use-intent";

vi.mock("#pwa/offline/server", async (real) => ({
  ...(await real<typeof import("#pwa/offline/server")>()),
  call: vi.fn(),
}));
vi.mock("#pwa/offline/sync/start-sync", () => ({ syncNow: vi.fn(async () => undefined) }));

const open = { id: "i1", order: "o1", status: "open", amount: 1600, order_status: "Payment Pending", expires_at: "" };
let answer: () => unknown;
const asked = () => vi.mocked(call).mock.calls.filter(([method]) => method === "GET").length;
const checks = () => vi.mocked(call).mock.calls.filter(([, path]) => String(path).endsWith("/check")).length;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  answer = () => open;
  vi.mocked(call).mockImplementation(async (method) => (method === "GET" ? answer() : undefined) as never);
});

afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe("a payment", () => {
  it("is followed ever more patiently until it is settled, then what it changed is fetched", async () => {
    const { result } = renderHook(() => useIntent("i1"));
    await pass(0);
    expect(result.current.intent?.status).toBe("open");
    expect([asked(), checks()]).toEqual([1, 1]);
    await pass(999);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
    await pass(1500);
    expect(asked()).toBe(3);
    answer = () => ({ ...open, status: "paid" });
    await pass(pollDelay(2));
    expect(result.current.intent?.status).toBe("paid");
    expect(syncNow).toHaveBeenCalledTimes(1);
    const times = asked();
    await pass(100_000);
    expect(asked()).toBe(times);
  });

  it("is followed on when the network fails, with what was known", async () => {
    const { result } = renderHook(() => useIntent("i1"));
    await pass(0);
    answer = () => {
      throw new Offline("network");
    };
    await pass(1000);
    expect(result.current).toMatchObject({ offline: true, intent: { status: "open" } });
    answer = () => ({ ...open, status: "failed", reason: "declined" });
    await act(async () => window.dispatchEvent(new Event("online")));
    expect(result.current).toMatchObject({ offline: false, intent: { status: "failed" } });
  });

  it("that is nobody's of ours is gone, and not asked for again", async () => {
    answer = () => {
      throw new Fault(404, { message: "Not found." });
    };
    const { result } = renderHook(() => useIntent("i1"));
    await pass(100_000);
    expect(result.current.gone).toBe(true);
    expect(asked()).toBe(1);
  });

  it("is not asked for after the page is left", async () => {
    const { unmount } = renderHook(() => useIntent("i1"));
    await pass(0);
    unmount();
    await pass(100_000);
    expect(asked()).toBe(1);
  });

  it("is never waited for longer than 15 s", () => {
    expect(pollDelay(0)).toBe(1000);
    expect(pollDelay(50)).toBe(15_000);
  });
});

describe("the way to the card page", () => {
  it("is a form that posts the provider's fields to the provider", () => {
    const submitted: HTMLFormElement[] = [];
    vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
      submitted.push(this);
    });
    submitForm({ url: "https://cards.example/pay", fields: { amount: "1600", submit: "odd" } });
    const [form] = submitted;
    expect(form?.getAttribute("method")).toBe("post");
    expect(form?.action).toBe("https://cards.example/pay");
    expect(Object.fromEntries(new FormData(form))).toEqual({ amount: "1600", submit: "odd" });
    expect(form?.isConnected).toBe(true);
  });
});

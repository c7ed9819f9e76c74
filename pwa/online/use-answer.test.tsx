import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useAnswer, useList } from "#pwa/online/use-answer";
import { gate } from "#pwa/testing/gate";
import { reply, type Site, siteOf } from "#pwa/testing/site";

let site: Site;
let page = 0;

/** What the server does with the next questions at a path. */
const answering = (path: string, body: unknown, status = 200) => {
  site.on[`GET ${path}`] = reply(body, status);
};
/** An answer at a path that waits until it is let go. */
const held = (path: string, body: unknown) => {
  const { opened, open } = gate();
  site.on[`GET ${path}`] = async () => {
    await opened;
    return { status: 200, body };
  };
  return open;
};
const asked = (path: string) => site.asked.filter((one) => one.path === path).length;
type Shown = { path: string | null; version?: string };
const show = (path: string | null, options?: Parameters<typeof useAnswer>[1]) =>
  renderHook(({ path, version }: Shown) => useAnswer(path as "/api/menu", { ...options, version }), {
    initialProps: { path } as Shown,
  });

let one: string;
let two: string;
beforeEach(() => {
  site = siteOf();
  page += 1;
  [one, two] = [`/api/one-${page}`, `/api/two-${page}`];
});

test.each([
  ["the server cannot be reached", 0, "offline"],
  ["the server refuses", 403, "failed"],
  ["there is nothing of that name", 404, "gone"],
])("when %s, the reason stays while it is asked again, and goes with the answer", async (_, status, trouble) => {
  site.online = status > 0;
  answering(one, { message: "No." }, status);
  const { result } = show(one);
  expect(result.current).toMatchObject({ answer: undefined, trouble: undefined, loading: true });
  await waitFor(() => expect(result.current).toMatchObject({ trouble, loading: false }));
  site.online = true;
  const letGo = held(one, [1]);
  act(() => void result.current.again());
  await waitFor(() => expect(result.current).toMatchObject({ trouble, loading: true }));
  letGo();
  await waitFor(() => expect(result.current).toMatchObject({ answer: [1], trouble: undefined, loading: false }));
});

test("an answer that comes after the page has gone on to another path is not shown there", async () => {
  const letGo = held(one, [1]);
  answering(two, [2]);
  const { result, rerender } = show(one);
  rerender({ path: two });
  await waitFor(() => expect(result.current.answer).toEqual([2]));
  letGo();
  await act(async () => undefined);
  expect(result.current.answer).toEqual([2]);
});

test("another path begins empty, or with what was shown where the page keeps it, also when it fails", async () => {
  answering(one, [1]);
  answering(two, { message: "No." }, 500);
  const [plain, keeping] = [show(one), show(one, { keepPrevious: true })];
  for (const { result } of [plain, keeping]) await waitFor(() => expect(result.current.answer).toEqual([1]));
  for (const { rerender } of [plain, keeping]) rerender({ path: two });
  expect(plain.result.current.answer).toBeUndefined();
  expect(keeping.result.current.answer).toEqual([1]);
  for (const { result } of [plain, keeping]) await waitFor(() => expect(result.current.trouble).toBe("failed"));
  expect(plain.result.current.answer).toBeUndefined();
  expect(keeping.result.current.answer).toEqual([1]);
});

test("a page that is opened anew asks anew; what is kept open is shown meanwhile", async () => {
  answering(one, [1]);
  answering(two, [1]);
  for (const [path, options, first] of [
    [one, {}, undefined],
    [two, { keepOpen: true }, [1]],
  ] as const) {
    const before = show(path, options);
    await waitFor(() => expect(before.result.current.answer).toEqual([1]));
    before.unmount();
    await new Promise((done) => setTimeout(done)); // what is not kept goes in the next turn of the event loop
    answering(path, [2]);
    const { result } = show(path, options);
    expect(result.current.answer).toEqual(first);
    await waitFor(() => expect(result.current.answer).toEqual([2]));
  }
});

test("it asks again when the network is back and when its version changes, and never without a path", async () => {
  answering(one, [1]);
  const { result, rerender } = show(one);
  await waitFor(() => expect(result.current.answer).toEqual([1]));
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(asked(one)).toBe(2));
  rerender({ path: one, version: "2" });
  await waitFor(() => expect(asked(one)).toBe(3));
  const idle = show(null);
  await act(() => idle.result.current.again());
  expect(idle.result.current).toMatchObject({ answer: undefined, trouble: undefined, loading: false });
  expect(site.asked.map(({ path }) => path)).toEqual([one, one, one]);
});

test("a list grows page by page, and stays until another one is here", async () => {
  answering(`${one}?q=a`, { data: [1, 2], next: "c" });
  answering(`${one}?q=a&after=c`, { data: [3], next: "" });
  const letGo = held(`${one}?q=b`, { data: [9], next: "" });
  const { result, rerender } = renderHook((q: string) => useList(one as "/api/kitchen/people", { q, state: "" }), {
    initialProps: "a",
  });
  await waitFor(() => expect(result.current.rows).toEqual([1, 2]));
  act(() => result.current.more?.());
  await waitFor(() => expect(result.current).toMatchObject({ rows: [1, 2, 3], more: null, narrowed: "words" }));
  rerender("b");
  expect(result.current).toMatchObject({ rows: [1, 2, 3], more: null, loading: true });
  letGo();
  await waitFor(() => expect(result.current).toMatchObject({ rows: [9], trouble: undefined, loading: false }));
  site.online = false;
  await act(() => result.current.again());
  await waitFor(() => expect(result.current).toMatchObject({ rows: [9], trouble: "offline" }));
});

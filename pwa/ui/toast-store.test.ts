import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { timing, toasts, useToasts } from "#pwa/ui/toast-store";

beforeEach(() => useToasts.setState({ toasts: [] }));

test("there are four kinds, the newest first, and each can be taken away", () => {
  const first = toasts.success("Saved");
  toasts.error("Failed");
  toasts.info("By the way");
  toasts.warning("Soon");
  expect(useToasts.getState().toasts.map(({ kind }) => kind)).toEqual(["warning", "info", "error", "success"]);
  toasts.dismiss(first);
  expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(["Soon", "By the way", "Failed"]);
});

test("the look fades in and out as long as the clock waits", () => {
  const look = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
  const ms = (name: string) => Number(new RegExp(`${name}: (\\d+)ms`).exec(look)?.[1]);
  expect([ms("--t-toast-in"), ms("--t-toast-out")]).toEqual([timing.fadeIn, timing.fadeOut]);
});

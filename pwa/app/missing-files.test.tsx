import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnce } from "#pwa/app/missing-files";
import { gate } from "#pwa/testing/gate";

const reload = vi.fn();
const calm = async () => undefined;
let up: string;
let online: boolean;

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  sessionStorage.clear();
  reload.mockClear();
  online = true;
  vi.stubGlobal("fetch", async () => {
    if (!online) throw new TypeError("network");
    return new Response(`<script type="module" src="/assets/${up}.js"></script>`);
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a file that a newer version took away reloads the page, once", async () => {
  up = "index-new";
  await reloadOnce(calm, reload);
  await reloadOnce(calm, reload);
  expect(reload).toHaveBeenCalledOnce();
});

test("a file that the network did not bring reloads nothing", async () => {
  up = "index-old";
  await reloadOnce(calm, reload);
  online = false;
  await reloadOnce(calm, reload);
  expect(reload).not.toHaveBeenCalled();
});

test("the reload waits until no save is open", async () => {
  up = "index-new";
  const { opened: saving, open: saved } = gate();
  const over = reloadOnce(() => saving, reload);
  await waitFor(() => expect(sessionStorage.length).toBe(1));
  expect(reload).not.toHaveBeenCalled();
  saved();
  await over;
  expect(reload).toHaveBeenCalledOnce();
});

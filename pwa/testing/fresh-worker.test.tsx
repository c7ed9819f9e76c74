import { expect, test } from "vitest";
import { freshWorker } from "#pwa/testing/fresh-worker";

const frame = () => new Promise((shown) => requestAnimationFrame(shown));

test("a frame that a file asked for last does not keep the next file's frames from coming", async () => {
  const clean = await freshWorker();
  let late = false;
  requestAnimationFrame(() => {
    late = true;
  });
  clean();
  await frame();
  expect(late).toBe(false);
});

// Runs before each file of stories: what a story leaves open is ended, and a failure leaves pictures of every phone.
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { begin, endAll, tellFailed } from "#pwa/e2e/ends";
import { ahead, goAhead } from "#pwa/e2e/picture-run";

goAhead(ahead());
beforeAll(begin);
beforeEach(begin);
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await tellFailed();
  await endAll();
});
afterAll(endAll);

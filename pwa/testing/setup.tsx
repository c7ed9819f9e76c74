import "fake-indexeddb/auto";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { freshWorker } from "#pwa/testing/fresh-worker";
import { settled } from "#pwa/testing/settled";

// A worker runs many files. Each of them gets the app's modules anew, over packages that are loaded once.
vi.resetModules();
const clean = await freshWorker();
// jsdom cannot scroll.
if (typeof window !== "undefined") window.scrollTo = () => undefined;

const { asyncWrapper, getElementError } = getConfig();

/**
 * What a query says that finds nothing. It prints the page when somebody reads it: a wait asks many times, and reads the
 * last answer at most.
 */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  Error.captureStackTrace(error, notFound);
  let told: string | undefined;
  Object.defineProperty(error, "message", {
    configurable: true,
    get: () => {
      told ??= getElementError(message, container).message;
      return told;
    },
    set: (other: string) => {
      told = other;
    },
  });
  return error;
}

configure({
  // A wait ends when what it waits for is there; only a test that fails waits this long, also on a slow machine.
  asyncUtilTimeout: 20_000,
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await settled();
      return found;
    }),
  getElementError: notFound,
});

afterEach(async () => {
  cleanup();
  // What React still does belongs to this test, and not to the next one.
  await settled();
});

afterAll(() => {
  configure({ asyncWrapper, getElementError });
  clean();
});

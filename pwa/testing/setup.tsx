import "fake-indexeddb/auto";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach } from "vitest";

const Last = ({ then }: { then: () => void }) => {
  useEffect(then, [then]);
  return null;
};
const root = typeof document === "undefined" ? null : createRoot(document.createElement("div"));

/**
 * Ends when React has done what came before: effects of earlier commits run before a later render. A wait would otherwise
 * end a moment before the effects of what it found, such as the focus that goes there, and a slow machine sees that moment.
 */
const settled = async () => {
  if (root) await new Promise<void>((then) => root.render(<Last then={then} />));
};

const { asyncWrapper } = getConfig();
configure({
  // A wait ends when what it waits for is there; only a test that fails waits this long, also on a slow machine.
  asyncUtilTimeout: 20_000,
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await settled();
      return found;
    }),
});

afterEach(async () => {
  cleanup();
  // What React still does belongs to this test, and not to the next one.
  await settled();
});

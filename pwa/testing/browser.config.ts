import { builtinEnvironments, type Environment } from "vitest/runtime";

const { jsdom } = builtinEnvironments;

/**
 * jsdom, with a window that stays until the process ends. A page that was left may still have a question under way, and its answer comes
 * to a window in a browser, too; without one, React fails on it after the file's last test.
 */
const browser: Environment = {
  ...jsdom,
  name: "browser",
  async setup(global, options) {
    await jsdom.setup(global, options);
    return { teardown: () => undefined };
  },
};
export default browser;

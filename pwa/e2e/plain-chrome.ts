// A browser that is spoken to as little as possible. A test library listens to every request and so makes the engine look
// for the line that asked for it, which costs a page more than much of its own work: whoever measures the first moments of a
// page uses this one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { flags } from "#pwa/e2e/open-phone";

export type PlainChrome = {
  /** Opens an address on a small screen and gives what `look` finds in the page once it finds something. */
  open: <T>(url: string, how: { rate: number; script: string; look: string }) => Promise<T>;
  end: () => Promise<void>;
};

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

/** Starts the browser with a profile that nobody else uses at the moment. */
export async function plainChrome(profile: string): Promise<PlainChrome> {
  const chrome = spawn(
    process.env.CHROME_PATH ?? "chromium",
    [
      "--headless=new",
      "--no-sandbox",
      "--remote-debugging-pipe",
      `--user-data-dir=${profile}`,
      ...flags,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const [, , , to, from] = chrome.stdio as unknown as [null, null, null, Writable, Readable];
  const asked = new Map<number, (answer: Answer) => void>();
  let buffer = "";
  from.setEncoding("utf8").on("data", (text: string) => {
    const parts = (buffer + text).split("\0");
    buffer = parts.pop() ?? "";
    for (const part of parts) {
      const answer = JSON.parse(part) as Answer;
      if (answer.id !== undefined) asked.get(answer.id)?.(answer);
    }
  });
  let last = 0;
  const ask = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((done, failed) => {
      const id = ++last;
      asked.set(id, ({ result, error }) =>
        error ? failed(new Error(`${method}: ${error.message}`)) : done(result ?? {}),
      );
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  return {
    open: async <T>(url: string, { rate, script, look }: { rate: number; script: string; look: string }) => {
      const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
      const session = (await ask("Target.attachToTarget", { targetId, flatten: true })).sessionId as string;
      await ask("Page.enable", {}, session);
      const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
      await ask("Emulation.setDeviceMetricsOverride", screen, session);
      await ask("Page.addScriptToEvaluateOnNewDocument", { source: script }, session);
      await ask("Emulation.setCPUThrottlingRate", { rate }, session);
      await ask("Page.navigate", { url }, session);
      for (let tries = 0; tries < 200; tries++) {
        await new Promise((done) => setTimeout(done, 100));
        const { result } = await ask("Runtime.evaluate", { expression: look, returnByValue: true }, session);
        const { value } = result as { value?: T };
        if (value !== undefined && value !== null) return value;
      }
      throw new Error(`nothing to see at ${url}`);
    },
    end: async () => {
      const gone = once(chrome, "exit");
      await ask("Browser.close").catch(() => undefined);
      await gone;
    },
  };
}

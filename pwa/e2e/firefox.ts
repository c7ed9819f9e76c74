// Firefox without a window, spoken to in WebDriver BiDi, which it understands by itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Engine } from "#pwa/e2e/engine";

type Answer = { id?: number; type?: string; error?: string; message?: string; result?: Record<string, unknown> };
type Entry = { method?: string; params?: { level: string; text: string | null } };

/** What keeps it from doing other things than ours; and less motion, as every phone here asks for. */
const settings = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "http://127.0.0.1:9",
  "toolkit.telemetry.enabled": false,
  "ui.prefersReducedMotion": 1,
  "intl.accept_languages": "en-AE",
};

/** Starts Firefox with a new profile and one page. */
export async function startFirefox({ width, height }: { width: number; height: number }): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "sahn-firefox-"));
  const lines = Object.entries(settings).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const firefox = spawn(
    process.env.FIREFOX_PATH ?? "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, TZ: "Asia/Dubai" } },
  );
  const gone = once(firefox, "exit");
  const socket = new WebSocket(`${await addressOf(firefox.stderr)}/session`);
  await once(socket, "open");

  const asked = new Map<number, (answer: Answer) => void>();
  const complaints: string[] = [];
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const told = JSON.parse(data as string) as Answer & Entry;
    if (told.id !== undefined) asked.get(told.id)?.(told);
    else if (told.params?.level === "error") complaints.push(told.params.text ?? "");
  });
  const ask = (method: string, params: object = {}) =>
    new Promise<Record<string, unknown>>((done, failed) => {
      const id = ++last;
      asked.set(id, ({ error, message, result = {} }) =>
        error ? failed(new Error(`${method}: ${error}, ${message}`)) : done(result),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });

  await ask("session.new", { capabilities: {} });
  await ask("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = (await ask("browsingContext.getTree")) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  await ask("browsingContext.setViewport", { context, viewport: { width, height } });
  return {
    navigate: async (url) => void (await ask("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async (expression) => {
      const { type, result, exceptionDetails } = (await ask("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
      if (type !== "success") throw new Error(exceptionDetails?.text);
      return result?.value ?? "";
    },
    perform: async (source) => void (await ask("input.performActions", { context, actions: [source] })),
    picture: async () => (await ask("browsingContext.captureScreenshot", { context })).data as string,
    complaints: () => complaints,
    end: async () => {
      await ask("browser.close");
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Where it listens, as it says once it does. */
async function addressOf(says: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(says)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error("Firefox did not start");
}

// WebKit as Debian has it (GTK's), spoken to in WebDriver. It has no mode without a window: where there is no display, it gets one that
// nobody sees.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "#pwa/e2e/engine";
import { freePort } from "#pwa/e2e/free-port";
import { until } from "#pwa/e2e/until";

/** Starts WebKit with a page that keeps nothing after its end. */
export async function startWebKit({ width, height }: { width: number; height: number }): Promise<Engine> {
  const started: ChildProcess[] = [];
  const start = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      env: { ...process.env, ...env },
    });
    started.push(child);
    return child;
  };
  let display = process.env.DISPLAY;
  if (!display) {
    const screen = start("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1400x24", "-nolisten", "tcp"]);
    const [number] = (await once(createInterface(screen.stdio[3] as Readable), "line")) as [string];
    display = `:${number}`;
  }
  const port = await freePort();
  const quiet = { WEBKIT_DISABLE_DMABUF_RENDERER: "1", LIBGL_ALWAYS_SOFTWARE: "1" };
  start("WebKitWebDriver", [`--port=${port}`], { ...quiet, DISPLAY: display, TZ: "Asia/Dubai", LANG: "en_US.UTF-8" });

  let session = "";
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
    return value;
  }
  await until("WebKit's driver", () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const { sessionId } = await ask<{ sessionId: string }>("POST", "", { capabilities: {} });
  session = `/${sessionId}`;
  await ask("POST", "/window/rect", { width, height });
  return {
    navigate: (url) => ask("POST", "/url", { url }),
    evaluate: (expression) => ask("POST", "/execute/sync", { script: `return (${expression})`, args: [] }),
    perform: (source) => ask("POST", "/actions", { actions: [source] }),
    picture: () => ask("GET", "/screenshot"),
    // It does not tell them.
    complaints: () => [],
    end: async () => {
      // A page that hangs may hold it up; it goes with its driver.
      await Promise.race([ask("DELETE", ""), pause(5_000)]);
      for (const child of started.reverse()) {
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
      }
    },
  };
}

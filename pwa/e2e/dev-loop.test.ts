// The development loop in a copy of the tree: one address for Vite and the server, and edits that show without a build.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { openPhone } from "#pwa/e2e/open-phone";
import { signIn } from "#pwa/e2e/sign-in";
import { leftovers, type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { loginWords } from "#pwa/i18n/login";
import { soak } from "#pwa/testing/soak";

const copy = resolve("artifacts/dev-loop");
/** Compiling the whole server in a new folder takes minutes on two cores. */
const compiling = 570_000;
let built: Sahn;
let dev: ChildProcess | null = null;
let lines: Interface;

/** Starts scripts/dev in the copy, at the address of a built app that ran before. */
async function startDev() {
  const { port } = new URL(built.url);
  const env = {
    ...process.env,
    PORT: port,
    SANDBOX_PORT: new URL(built.sandboxUrl).port,
    DATA_DIR: join(copy, ".data"),
  };
  const log = openSync("artifacts/logs/dev-loop.log", "a");
  dev = spawn("scripts/dev", { cwd: copy, env, detached: true, stdio: ["ignore", "pipe", log] });
  lines = createInterface(dev.stdout as Readable);
  lines.on("line", (line) => writeSync(log, `${line}\n`));
  await started();
}

/** Over when it says that a server was built and started. */
const started = () =>
  new Promise<void>((done, failed) => {
    lines.on("line", function look(line) {
      if (!line.startsWith("Built in ")) return;
      console.log(line);
      lines.off("line", look);
      done();
    });
    lines.once("close", () => failed(new Error("scripts/dev ended, see artifacts/logs/dev-loop.log")));
  });

/** Presses Ctrl-C, which reaches the whole process group. */
async function stopDev() {
  const child = dev;
  dev = null;
  if (!child?.pid) return null;
  const gone = once(child, "exit");
  process.kill(-child.pid, "SIGINT");
  const [code] = await gone;
  return code;
}

function edit(path: string, from: string, to: string) {
  const file = join(copy, path);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  return performance.now();
}

const took = (what: string, since: number) => console.log(`${what}: ${Math.round(performance.now() - since)} ms`);
const health = async () => (await fetch(`${built.url}/healthz`)).text();

beforeAll(async () => {
  if (!soak) return;
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter((path) => path && existsSync(path))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    copyFileSync(file, join(copy, file));
  }
  // The server builds with any app in it, also none.
  mkdirSync(join(copy, "server/dist"), { recursive: true });
  writeFileSync(join(copy, "server/dist/.keep"), "");
  // Linked file by file: what Vite keeps among the packages is the copy's own.
  execFileSync("cp", ["-al", "node_modules", copy]);
  rmSync(join(copy, "node_modules/.vite"), { recursive: true, force: true });
  built = await startSahn("dev-loop");
}, compiling);
afterAll(async () => {
  await stopDev();
  rmSync(copy, { recursive: true, force: true });
});

test.runIf(soak)(
  "people sign in through the development loop, and edits of the app and the server show without a restart by hand",
  async () => {
    const phone = await openPhone("dev-loop");
    phone.expectSilence();
    const { page } = phone;
    await page.goto(`${built.url}/login`);
    await cachedByWorker(phone);
    expect(await built.stop()).toBe(0);

    await startDev();
    // The worker of the built app shows its own page once more, and goes.
    await page.goto(`${built.url}/login`);
    await page.waitForFunction(() => document.querySelector("script[src='/@vite/client']"));
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await page.waitForLoadState("networkidle");

    // Vite tells of an edit whoever is connected.
    const connected = page.waitForEvent("console", (message) => message.text() === "[vite] connected.");
    await page.goto(`${built.url}/login`);
    await connected;
    const email = page.getByLabel(loginWords.email, { exact: true });
    await email.fill("half an addre");
    let since = edit("pwa/auth/email-step.tsx", ": loginWords.text", ': "An edited sentence."');
    await page.getByText("An edited sentence.", { exact: true }).waitFor();
    took("an edited component", since);
    expect(await email.inputValue()).toBe("half an addre");

    const synced = page.waitForResponse((answer) => answer.url().endsWith("/api/sync") && answer.status() === 200);
    await signIn(built, phone, "mariam@harbourline.example", "code");
    await synced;
    await page.waitForLoadState("networkidle");

    let again = started();
    since = edit("server/api/app.go", `c.SendString("ok")`, `c.SendString("edited")`);
    await again;
    expect(await health()).toBe("edited");
    took("an edited handler", since);

    edit("server/api/app.go", `c.SendString("edited")`, "c.SendString(edited)");
    await page.getByText("undefined: edited").waitFor();
    expect(await health()).toBe("edited");
    again = started();
    edit("server/api/app.go", "c.SendString(edited)", `c.SendString("mended")`);
    await again;
    expect(await health()).toBe("mended");
    await page.getByText("undefined: edited").waitFor({ state: "detached" });
    // The page would load itself anew as soon as the next loop is there, and be cut off by that one's end.
    await page.goto("about:blank");

    expect(await stopDev()).toBe(0);
    expect(leftovers(copy)).toEqual([]);
    await startDev();
    expect(await health()).toBe("mended");
    expect(await stopDev()).toBe(0);
  },
  compiling,
);

// Numbers for the budgets, measured on the built app in a real browser. Nothing here passes or fails.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { gzipSync } from "node:zlib";
import { ulid } from "ulid";
import { build, type Rolldown } from "vite";
import { threeLunches } from "#pwa/e2e/atCheckout";
import { healTime } from "#pwa/e2e/healTime";
import { keptByWorker } from "#pwa/e2e/keptByWorker";
import { openPhone, type Phone } from "#pwa/e2e/openPhone";
import { plainChrome } from "#pwa/e2e/plainChrome";
import { secondDevice } from "#pwa/e2e/secondDevice";
import { signIn } from "#pwa/e2e/signIn";
import { type Sahn, startSahn } from "#pwa/e2e/startSahn";
import { dashboardWords } from "#pwa/words/dashboard";
import { homeWords } from "#pwa/words/home";

const mariam = "mariam@harbourline.example";
const slow = 4;
const rounds = 5;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (time: number) => `${Math.round(time)} ms`;
const at = (all: number[], share: number) => {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};
const line = (what: string, value: string, budget = "") =>
  console.log(`${what.padEnd(52)} ${value.padEnd(30)} ${budget && `budget ${budget}`}`);

/** A fixed piece of work, ms: how fast this machine is right now. */
function yardstick(): number {
  const began = performance.now();
  let x = 1;
  for (let i = 0; i < 2e7; i++) x = (x * 31 + i) % 1_000_003;
  return x < 0 ? 0 : performance.now() - began;
}

/** Measures everything and prints it. */
export async function bench(): Promise<void> {
  const [cpu] = cpus();
  line("machine", `${cpu?.model} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB`);
  line(
    "fixed work, load average",
    `${ms(yardstick())}, ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
  const built = performance.now();
  execFileSync("scripts/build", { stdio: "ignore" });
  const building = performance.now() - built;

  const sahn = await startSahn("bench");
  line("first start on an empty folder, ready", ms(sahn.readyIn));
  await sahn.stop();
  await sahn.start();
  line("second scripts/start, ready", ms(building + sahn.readyIn), "≤ 5 s");
  const phone = await openPhone("bench");
  phone.expectSilence();
  try {
    await firstScreen(phone, sahn, "/", homeWords.title);
    await threeLunches(sahn, mariam);
    await signIn(sahn, phone, mariam);
    await firstScreen(phone, sahn, "/dashboard/home", dashboardWords.weeks);
    await phone.page.goto(`${sahn.url}/dashboard/home`);
    await keptByWorker(phone);
    await precache(phone);
    await ownSync();
    await syncBytes(sahn);
    await coldStarts(phone, sahn);
    await saves(phone, sahn);
    await heals(phone, sahn);
  } finally {
    await phone.end();
    await sahn.end();
  }
  line(
    "fixed work, load average, at the end",
    `${ms(yardstick())}, ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
}

/** A file of the built app as gzip carries it. */
function gzipped(path: string): number {
  const file = `server/web/dist${path}`;
  try {
    return statSync(`${file}.gz`).size;
  } catch {
    return statSync(file).size;
  }
}

/** What the browser fetches on a first visit, before there is a service worker or a cache. */
async function firstScreen({ context }: Phone, sahn: Sahn, path: string, title: string): Promise<void> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.setBypassServiceWorker", { bypass: true });
  await page.addInitScript((wanted) => {
    const look = () => {
      const headings = [...document.querySelectorAll("main :is(h1, h2)")];
      const there = headings.some(({ textContent }) => textContent === wanted);
      if (there) Object.assign(window, { shown: performance.now() });
      else requestAnimationFrame(look);
    };
    look();
  }, title);
  await page.goto(`${sahn.url}${path}`);
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  const { scripts, shown } = await page.evaluate(() => ({
    shown: (window as unknown as { shown: number }).shown,
    scripts: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js") && !name.endsWith("/sw.js"))
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, startTime })),
  }));
  const sum = (some: typeof scripts) => some.reduce((bytes, one) => bytes + gzipped(one.path), 0);
  const needed = scripts.filter(({ startTime }) => startTime < shown);
  line(`JavaScript until ${path} is shown, gzip`, `${kB(sum(needed))} in ${needed.length} files`, "≤ 150 kB");
  line("  with what loads after it", `${kB(sum(scripts))} in ${scripts.length} files`);
  if (process.env.FILES)
    for (const { path: file, startTime } of scripts)
      line(`    ${file}`, `${gzipped(file)} B`, startTime < shown ? "" : "later");
  await page.close();
}

async function precache({ page }: Phone): Promise<void> {
  const files = await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes("precache")) ?? "";
    const cache = await caches.open(name);
    const all = await cache.keys();
    const size = async (request: Request) => (await (await cache.match(request))?.blob())?.size ?? 0;
    return Promise.all(
      all.map(async (request) => ({ path: new URL(request.url).pathname, size: await size(request) })),
    );
  });
  const raw = files.reduce((bytes, { size }) => bytes + size, 0);
  const wire = files.reduce((bytes, { path }) => bytes + gzipped(path), 0);
  line("precache", `${kB(wire)} gzip, ${kB(raw)} raw, ${files.length} files`, "≤ 1 MB, ≤ 40 files");
}

/** One round of sync with five days of three meals each, and one with nothing to say. Bodies without headers. */
async function syncBytes(sahn: Sahn): Promise<void> {
  const desk = await secondDevice(sahn, "omar@harbourline.example");
  const [, , week] = await desk.weeks();
  const days = week?.menu.days ?? [];
  const ops = days.slice(0, 5).map(({ date, meals }, i) => {
    const items = meals.slice(0, 3).map((meal) => ({ meal, qty: 1 }));
    return { n: i + 1, id: ulid(), k: "day.set/1", a: { date, items, seen: 0 } };
  });
  const about = { v: 3, app: "2026.11.1", dev: ulid() };
  const clk = { now: Date.now(), mono: 1234, off: 12, age: 5000 };
  const size = (body: unknown) => gzipSync(JSON.stringify(body)).length;
  const ask = async (body: object) => {
    const answer = await desk.ask<{ cur: number; tag: string }>("POST", "/api/sync", body);
    return { up: size(body), down: size(answer.body), cur: answer.body.cur, tag: answer.body.tag };
  };
  const first = await ask({ ...about, cur: 0, done: 0, tag: "" });
  const five = await ask({ ...about, cur: first.cur, done: 0, tag: first.tag, clk, ops });
  const idle = await ask({ ...about, cur: five.cur, done: 5, tag: first.tag });
  line("sync, 5 operations of 3 meals, gzip up / down", `${five.up} B / ${five.down} B`, "≤ 700 B each way");
  line("sync, nothing to say, gzip up / down", `${idle.up} B / ${idle.down} B`, "≤ 150 B both ways");
}

/** From a tap on the icon, as it were, to a screen that takes the next tap: a new browser, and no server. */
async function coldStarts(phone: Phone, sahn: Sahn): Promise<void> {
  await phone.close();
  await sahn.stop();
  for (const rate of [1, slow]) {
    const times: number[] = [];
    for (let i = 0; i < 2 * rounds; i++) times.push(await coldStart(phone.profile, sahn, rate));
    const value = `${ms(at(times, 0.5))} / ${ms(at(times, 0.75))}`;
    line(`cold offline start to a tappable screen at ${rate}×, p50 / p75`, value, rate === slow ? "≤ 1 s" : "");
  }
  await sahn.start();
}

const firstTap = `main .day :is(a, button)`;
const watch = `{
  const look = () => {
    const ready = document.querySelector("${firstTap}");
    requestAnimationFrame(ready ? () => { window.tappable = performance.now(); } : look);
  };
  look();
}`;
/** When it could be tapped, as soon as a tap has led on. */
const tapped = `window.tappable && (location.pathname === "/mealselection" ? window.tappable : void document.querySelector("${firstTap}")?.click())`;

async function coldStart(profile: string, sahn: Sahn, rate: number): Promise<number> {
  const chrome = await plainChrome(profile);
  try {
    return await chrome.open<number>(`${sahn.url}/dashboard/home`, { rate, script: watch, look: tapped });
  } finally {
    await chrome.end();
  }
}

/** Saving a choice: from the beginning of its transaction to the word of the storage that it is kept. */
async function saves(phone: Phone, sahn: Sahn): Promise<void> {
  for (const rate of [1, slow]) {
    await phone.reopen({ offline: true });
    const { page, context } = phone;
    await page.addInitScript(() => {
      const took: number[] = [];
      const plain = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...how) {
        const began = performance.now();
        const transaction = plain.apply(this, how);
        if (how[1] === "readwrite")
          transaction.addEventListener("complete", () => took.push(performance.now() - began));
        return transaction;
      };
      Object.assign(window, { took });
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    await page.goto(`${sahn.url}/dashboard/home`);
    await page
      .getByRole("link", { name: /^Change / })
      .first()
      .click();
    const more = page.getByRole("button", { name: /^One more / }).first();
    await more.waitFor();
    await page.evaluate(() => (window as unknown as { took: number[] }).took.splice(0));
    for (let i = 0; i < 30; i++) {
      await more.click();
      await page.waitForFunction((n) => (window as unknown as { took: number[] }).took.length > n, i);
    }
    const took = await page.evaluate(() => (window as unknown as { took: number[] }).took);
    const p95 = ms(at(took, 0.95));
    line(
      `save on the phone at ${rate}×, p50 / p95`,
      `${ms(at(took, 0.5))} / ${p95}`,
      rate === 1 ? "p95 ≤ 16 ms" : "p95 ≤ 50 ms",
    );
  }
}

/** From the moment the connection is back until the server has acknowledged all that was chosen without it. */
async function heals(phone: Phone, sahn: Sahn): Promise<void> {
  await phone.reopen();
  const times = await healTime(sahn, phone, await secondDevice(sahn, mariam), 20);
  line(
    "back online to everything acknowledged, p50 / p95",
    `${ms(at(times, 0.5))} / ${ms(at(times, 0.95))}`,
    "p95 ≤ 5 s",
  );
}

/** The device's side of the conversation, built alone: without Dexie, ulid and zustand, and without what it calls. */
async function ownSync(): Promise<void> {
  const around = /^(dexie|react|ulid|zustand)|\bpwa\/(db|server|session|words|sync\/waitingCookie)\b/;
  const built = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { alias: { "#pwa": `${process.cwd()}/pwa` } },
    build: {
      write: false,
      lib: { entry: "pwa/sync/startSync.ts", formats: ["cjs"] },
      rolldownOptions: { external: (id) => around.test(id) },
    },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const code = output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  line("own sync code, gzip", kB(gzipSync(code).length), "≤ 6 kB");
}

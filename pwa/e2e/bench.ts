// Numbers for the budgets, measured on the built app in a real browser. Nothing here passes or fails.

// First: the app's own storage looks for it as soon as it is read.
import "fake-indexeddb/auto";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { gzipSync } from "node:zlib";
import { ulid } from "ulid";
import { build, type Rolldown } from "vite";
import { threeLunches } from "#pwa/e2e/at-checkout";
import { benchHandOff } from "#pwa/e2e/bench-hand-off";
import { bareTaps, saveTimes } from "#pwa/e2e/bench-saves";
import { benchTills } from "#pwa/e2e/bench-tills";
import { benchUpdates } from "#pwa/e2e/bench-updates";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { plainChrome } from "#pwa/e2e/plain-chrome";
import { recoveryTime } from "#pwa/e2e/recovery-time";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { homeWords } from "#pwa/i18n/home";
import { pendingEach, updateCycles } from "#pwa/testing/update-cycles";

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

/** How fast the machine is right now, and how much it has to do besides. */
const state = () =>
  `${ms(yardstick())}, ${loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}`;

/** What can be measured, in the order in which it is. */
const parts = ["screens", "bytes", "cold", "saves", "heals", "handoff", "updates", "cycles", "tills"] as const;
type Part = (typeof parts)[number];

/** Measures everything, or the parts that are named, and prints it. */
export async function bench(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.find((one) => !parts.includes(one as Part));
  if (unknown) throw new Error(`there is no part ${unknown}, only ${parts.join(", ")}`);
  const wants = (part: Part) => wanted.length === 0 || wanted.includes(part);
  const [cpu] = cpus();
  line("machine", `${cpu?.model} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB`);
  line("fixed work, load average", state());
  const built = performance.now();
  execFileSync("scripts/build", { stdio: "ignore" });
  const building = performance.now() - built;

  const sahn = await startSahn("bench");
  line("first start on an empty folder, ready", ms(sahn.readyIn));
  await sahn.stop();
  await sahn.start();
  line("second scripts/start, ready", ms(building + sahn.readyIn), "≤ 5 s");
  const phone = await openPhone("bench", { restarts: true });
  phone.expectSilence();
  try {
    if (wants("screens")) await firstScreen(phone, sahn, "/", homeWords.title);
    const { week } = await threeLunches(sahn, mariam);
    await signIn(sahn, phone, mariam);
    if (wants("screens")) await firstScreen(phone, sahn, "/dashboard/home", dashboardWords.weeks);
    await phone.page.goto(`${sahn.url}/dashboard/home`);
    await cachedByWorker(phone);
    if (wants("screens")) await precache(phone);
    if (wants("bytes")) {
      await ownSync();
      await syncBytes(sahn);
    }
    if (wants("cold")) await coldStarts(phone, sahn);
    if (wants("saves")) await saves(phone, sahn, week);
    if (wants("heals")) await heals(phone, sahn);
    await phone.reopen();
    if (wants("handoff")) await handOffs(phone, sahn);
    if (wants("updates")) await updates(phone, sahn);
    if (wants("cycles")) await cycles();
    if (wants("tills")) await tills(sahn);
  } finally {
    await phone.end();
    await sahn.end();
  }
  line("fixed work, load average, at the end", state());
}

/** A file of the built app as gzip carries it. */
function gzipped(path: string): number {
  const file = `server/dist${path}`;
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
const tapped = `window.tappable && (
  location.pathname === "/mealselection" ? window.tappable : void document.querySelector("${firstTap}")?.click()
)`;

async function coldStart(profile: string, sahn: Sahn, rate: number): Promise<number> {
  const chrome = await plainChrome(profile);
  try {
    return await chrome.open<number>(`${sahn.url}/dashboard/home`, { rate, script: watch, look: tapped });
  } finally {
    await chrome.end();
  }
}

/** Saving a choice and showing it, and beside it what the browser itself takes for a tap. */
async function saves(phone: Phone, sahn: Sahn, week: string): Promise<void> {
  for (const rate of [1, slow]) {
    const { kept, painted } = await saveTimes(phone, sahn, week, rate);
    line(
      `save on the phone at ${rate}×, p50 / p95`,
      `${ms(at(kept, 0.5))} / ${ms(at(kept, 0.95))}`,
      rate === 1 ? "p95 ≤ 16 ms" : "p95 ≤ 50 ms",
    );
    line(
      `tap to next paint at ${rate}×, p50 / p98, ${painted.length} taps above 16 ms`,
      `${ms(at(painted, 0.5))} / ${ms(at(painted, 0.98))}`,
      rate === 1 ? "" : "p98 ≤ 80 ms",
    );
  }
  await phone.reopen();
  const bare = await bareTaps(phone, sahn);
  line("  a tap that reads and writes three rows without any app", `${ms(at(bare, 0.5))} / ${ms(at(bare, 0.95))}`);
}

/** From the moment the connection is back until the server has acknowledged all that was chosen without it. */
async function heals(phone: Phone, sahn: Sahn): Promise<void> {
  await phone.reopen();
  const times = await recoveryTime(sahn, phone, await secondDevice(sahn, mariam), 20);
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
      lib: { entry: "pwa/offline/sync/start-sync.ts", formats: ["cjs"] },
      rolldownOptions: { external: (id) => around.test(id) },
    },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const code = output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  line("own sync code, gzip", kB(gzipSync(code).length), "≤ 6 kB");
}

/** From opening the app with a changed week to the answer to the hand-off, on a slow network. */
async function handOffs(phone: Phone, sahn: Sahn): Promise<void> {
  const timed = await benchHandOff(sahn, phone, "priya@harbourline.example", 400);
  const whole = timed.map(({ opening, paying }) => opening + paying);
  const most = Math.max(...timed.map(({ inARow }) => inARow));
  const all = Math.max(...timed.map(({ asked }) => asked.length));
  const half = (of: (one: (typeof timed)[number]) => number) => ms(at(timed.map(of), 0.5));
  line(
    `opening a changed week to hand-off at 400 ms, ${timed.length} weeks`,
    `${most} requests in a row, ${all} in all`,
    "≤ 3 requests",
  );
  for (const one of new Set(timed.map(({ asked }) => asked.join(", ")))) line("  these", one);
  line(
    "  opening to the price, tap to the answer, p50",
    `${half(({ opening }) => opening)} + ${half(({ paying }) => paying)}`,
  );
  line("  both together, p50 / most", `${ms(at(whole, 0.5))} / ${ms(Math.max(...whole))}`, "≤ 1.6 s");
}

/** Measures how tills send what they sold offline: one till over a slow network, then many at once. */
async function tills(sahn: Sahn): Promise<void> {
  const bad = { roundTrip: 400, kbit: 400 };
  const one = await benchTills(sahn, "omar@harbourline.example", { tills: 1, sales: 1000, slow: bad });
  line("a till sends 1,000 sales at 400 ms, 400 kbit/s", ms(one.took), "≤ 10 s");
  line("  requests", `${one.requests}`, "≤ 10");
  line("  bodies, gzip / plain", `${kB(one.sent)} / ${kB(one.plain)}`, "≤ 50 kB");
  line("  booked twice, after all was offered again", `${one.booked - one.sales}`, "0");
  const many = await benchTills(sahn, "fatima@meridianwp.example", { tills: 20, sales: 1000 });
  line("20 tills send 1,000 sales each at once", ms(many.took), "≤ 30 s");
  line("  answers that were errors, booked twice", `${many.broken}, ${many.booked - many.sales}`, "0, 0");
}

/** Newer versions of the app in the browser, with changes that wait. */
async function updates(phone: Phone, sahn: Sahn): Promise<void> {
  const rounds = 10;
  const { noticed, applied, pending, lost } = await benchUpdates(sahn, phone, "wei@meridianwp.example", rounds, 10);
  const both = (times: number[]) => `${ms(at(times, 0.5))} / ${ms(Math.max(...times))}`;
  line("newer version noticed on resume, p50 / most", both(noticed), "≤ 60 s");
  line("newer version applied by a tap, p50 / most", both(applied), "≤ 3 s");
  line(`  ${rounds} of them in Chromium, ${pending} changes pending`, `${lost} lost`, "0 lost");
}

/** Very many updates of the rows, and of what reads them. */
async function cycles(): Promise<void> {
  const times = 1000;
  const began = performance.now();
  const { saved, changed, lost, doubled } = await updateCycles(times);
  const outcome = `${changed} changed, ${lost} lost, ${doubled} doubled`;
  line(`${times} updates, ${pendingEach} changes pending in each`, outcome, "0 lost");
  line(
    `  ${saved} changes, the first try of each update killed, in`,
    `${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}

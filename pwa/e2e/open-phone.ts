// A phone: a browser profile of its own, in memory or, for stories in which the browser ends and starts again, on the disk. It promises
// that whatever the browser complained about (errors, broken promises, content security) fails the test that made it happen.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { atEnd } from "#pwa/e2e/ends";
import { ahead, pictures as compared, goAhead, language } from "#pwa/e2e/picture-run";
import { until } from "#pwa/e2e/until";
import { soak } from "#pwa/testing/soak";

export type Phone = {
  page: Page;
  context: BrowserContext;
  /** Where a browser of its own keeps everything. */
  readonly profile: string;
  /** Leaves a picture of a failure, and of every step with SNAP=1 or in the soak: artifacts/screens/<story>/<number>-<step>.png */
  snap: (step: string, how?: { whole?: boolean }) => Promise<void>;
  offline: (off: boolean) => Promise<void>;
  /** Ends the browser; the profile stays. Like `kill` and `reopen`, only for a phone with a browser of its own. */
  close: () => Promise<void>;
  /** Ends the browser without a word, as a phone without memory or power does; the profile stays as it is at that moment. */
  kill: () => Promise<void>;
  /** A new browser process with the same profile. */
  reopen: (how?: { offline?: boolean }) => Promise<void>;
  /** Answers of the server that the story is about, and that the browser's console mentions: 409, 503 … */
  expect: (...statuses: number[]) => void;
  /** The server is away from now on, or comes and goes: requests that do not get through are no complaint. */
  expectSilence: () => void;
  /** Closes it for good and throws what the browser complained about. Happens by itself with the test or the file that opened it. */
  end: () => Promise<void>;
};

type Options = {
  width?: number;
  height?: number;
  dark?: boolean;
  /** The browser offers to install the app. Otherwise it is one that cannot. */
  installs?: boolean;
  /** The browser ends and starts again in the story: it has a process of its own, and its profile lies on the disk. */
  restarts?: boolean;
  /** The story needs what only the whole Chromium can do, such as judging whether the app can be installed. */
  wholeBrowser?: boolean;
};

/** What keeps a browser from doing other things than ours. */
export const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// What a browser without a connection, or its worker, says about every request, and about those that end with their page.
const unreachable =
  /net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|ABORTED)|fetching the script/;

// The browser heeds the last such list alone, so Playwright's own comes first. The suggestions below the address bar, which nobody
// sees here, are a page and a process of their own in each window and cost as much as loading the app.
const disabled = [
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
  "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
  "WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];
// In the quick gate pages live for seconds: compiling their code a second time, better, costs more than it brings. The headless
// shell is the same engine without the windows around it, and takes two thirds of the processor's time.
const quick = soak ? [] : ["--js-flags=--single-threaded --no-opt", "--disable-software-rasterizer"];
/** Pictures are compared in the shell, in which they were accepted: the whole browser sets letters elsewhere by parts of a pixel. */
function browserFor(whole: boolean): string | undefined {
  const { CHROME_PATH, CHROME_SHELL_PATH } = process.env;
  if (compared && !CHROME_SHELL_PATH) throw new Error("pictures need Chromium's headless shell: set CHROME_SHELL_PATH");
  return (!whole && (!soak || compared) && CHROME_SHELL_PATH) || CHROME_PATH;
}
const launch = (whole: boolean) => ({
  executablePath: browserFor(whole),
  chromiumSandbox: false,
  args: [...flags, ...quick, `--disable-features=${disabled.join()}`],
});
// Whether the steps of a story leave pictures, for people who look at them.
const pictured = soak || process.env.SNAP === "1";
const shared = new Map<boolean, Promise<Browser>>();

/** The browser for all phones of a test process: starting one costs as much as a short story. */
function sharedBrowser(whole: boolean): Promise<Browser> {
  const browser = shared.get(whole) ?? chromium.launch(launch(whole));
  shared.set(whole, browser);
  return browser;
}

/** Takes a phone out of its box. */
export async function openPhone(story: string, options: Options = {}): Promise<Phone> {
  const { width = 390, height = 844, dark = false, wholeBrowser = false } = options;
  const profile = options.restarts ? mkdtempSync(join(tmpdir(), "sahn-phone-")) : null;
  const screens = join("artifacts/screens", story);
  const complaints: string[] = [];
  const expected = new Set<number>();
  let cutOff = false;
  let pictures = 0;
  let context: BrowserContext | null = null;
  let page: Page | null = null;

  async function boot(off: boolean) {
    const handheld = width < 768;
    const device = {
      viewport: { width, height },
      isMobile: handheld,
      hasTouch: handheld,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      locale: `${language}-AE`,
      timezoneId: "Asia/Dubai",
    } as const;
    if (profile) context = await chromium.launchPersistentContext(profile, { ...launch(wholeBrowser), ...device });
    else context = await (await sharedBrowser(wholeBrowser)).newContext(device);
    context.setDefaultTimeout(15_000);
    context.on("weberror", (failure) => complaints.push(`uncaught: ${failure.error().stack ?? failure.error()}`));
    context.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      const status = Number(/status of (\d{3})/.exec(text)?.[1] ?? 0);
      if (expected.has(status) || (cutOff && unreachable.test(text))) return;
      complaints.push(`${text} (${message.location().url}, on ${message.page()?.url()})`);
    });
    if (ahead()) await context.addInitScript(goAhead, ahead());
    if (!options.installs) {
      await context.addInitScript(() =>
        window.addEventListener("beforeinstallprompt", (event) => event.stopImmediatePropagation()),
      );
    }
    cutOff ||= off;
    if (off) await context.setOffline(true);
    page = context.pages()[0] ?? (await context.newPage());
  }

  const there = <T>(thing: T | null): T => {
    if (thing === null) throw new Error("the browser is closed");
    return thing;
  };

  const own = (): string => {
    if (profile === null) throw new Error("a phone whose browser ends is opened with `restarts`");
    return profile;
  };

  const phone: Phone = {
    get profile() {
      return own();
    },
    get page() {
      return there(page);
    },
    get context() {
      return there(context);
    },
    snap: async (step, { whole = false } = {}) => {
      pictures++;
      if (!pictured && step !== "failed") return;
      mkdirSync(screens, { recursive: true });
      const name = `${String(pictures).padStart(2, "0")}-${step.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}.png`;
      await there(page).screenshot({ path: join(screens, name), fullPage: whole, animations: "disabled" });
    },
    offline: async (off) => {
      // What was under way when the connection came back may still fail.
      cutOff ||= off;
      await there(context).setOffline(off);
    },
    close: async () => {
      own();
      await there(context).close();
      context = page = null;
    },
    kill: async () => {
      const gone = new Promise((done) => there(context).once("close", done));
      for (const pid of running(own())) killed(pid);
      await gone;
      context = page = null;
      await until("the end of the browser", async () => running(own()).length === 0);
    },
    reopen: async ({ offline = false } = {}) => {
      own();
      if (context) await phone.close();
      await boot(offline);
    },
    expect: (...statuses) => {
      for (const status of statuses) expected.add(status);
    },
    expectSilence: () => {
      cutOff = true;
    },
    end: atEnd(
      async () => {
        await context?.close();
        context = page = null;
        if (profile) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
        if (complaints.length > 0) throw new Error(`the browser complained:\n${complaints.join("\n")}`);
      },
      () => phone.snap("failed"),
    ),
  };
  await boot(false);
  return phone;
}

function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (cause) {
    // It went with the one that was killed before it.
    if ((cause as NodeJS.ErrnoException).code !== "ESRCH") throw cause;
  }
}

/** The processes of a profile's browser that are alive. */
const running = (profile: string): number[] =>
  execFileSync("ps", ["-axo", "pid=,stat=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(profile) && !/^\s*\d+ Z/.test(line))
    .map((line) => Number.parseInt(line, 10));

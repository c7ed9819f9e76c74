// A person at Firefox or WebKit, who finds things by what a screen reader calls them. Both are spoken to in the protocols that browsers
// have for tests, so that the same story runs in each.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Finder from "@testing-library/dom";
import { atEnd } from "#pwa/e2e/ends";
import { startFirefox } from "#pwa/e2e/firefox";
import { until } from "#pwa/e2e/until";
import { startWebKit } from "#pwa/e2e/webkit";

const engines = { firefox: startFirefox, webkit: startWebKit };
export type EngineName = keyof typeof engines;

/** What a browser must be able to do. */
export type Engine = {
  /** Over when the page has loaded. Throws when it cannot be reached. */
  navigate: (url: string) => Promise<void>;
  /** The text that an expression comes to in the page, also when it is a promise of one. */
  evaluate: (expression: string) => Promise<string>;
  /** Moves pointer or keys: one source of input, as WebDriver defines it. */
  perform: (source: object) => Promise<void>;
  /** What is in view as a PNG, in base64. */
  picture: () => Promise<string>;
  /** Errors that nobody caught, and those in the console, where the engine tells them. */
  complaints: () => string[];
  end: () => Promise<void>;
};

type Name = string | RegExp;
/** A role, or what a label or a text leads to. */
type Kind = "button" | "link" | "heading" | "checkbox" | "field" | "text";

export type Person = {
  open: (url: string) => Promise<void>;
  address: () => Promise<URL>;
  /** Waits until this stands on the screen. */
  see: (kind: Kind, name: Name) => Promise<void>;
  sees: (kind: Kind, name: Name) => Promise<boolean>;
  /** Waits for it and presses it, where a finger would: what lies above it is in the way. */
  press: (kind: Kind, name: Name) => Promise<void>;
  /** Types into a field that is empty. */
  fill: (label: string, text: string) => Promise<void>;
  /** Runs a function in the page that knows nothing of its file. What it is given and answers is JSON. */
  inPage: <A, T>(run: (given: A) => T | Promise<T>, given: A) => Promise<T>;
  /** From now on the connection may be cut: requests that do not get through are no complaint. */
  expectSilence: () => void;
};

const { resolve } = createRequire(import.meta.url);
const finder = readFileSync(resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"), "utf8");
const unreachable = /NetworkError|Failed to load|preload|ServiceWorker|Load failed|connection/i;

/** Starts a browser with a new profile, as wide as a phone unless it is another. It ends with the test or the file that opened it. */
export async function openEngine(which: EngineName, story: string, width = 390, height = 844): Promise<Person> {
  const engine = await engines[which]({ width, height });
  let silence = false;
  atEnd(
    async () => {
      const said = engine.complaints().filter((line) => !(silence && unreachable.test(line)));
      await engine.end();
      if (said.length > 0) throw new Error(`${which} complained:\n${said.join("\n")}`);
    },
    async () => {
      mkdirSync(`artifacts/screens/${which}`, { recursive: true });
      writeFileSync(`artifacts/screens/${which}/${story}-failed.png`, Buffer.from(await engine.picture(), "base64"));
    },
  );

  async function inPage<A, T>(run: (given: A) => T | Promise<T>, given: A): Promise<T> {
    const answer = `Promise.resolve((${run})(${JSON.stringify(given)}))`;
    const text = await engine.evaluate(`${answer}.then((value) => JSON.stringify({ value }))`);
    return (JSON.parse(text) as { value: T }).value;
  }
  async function look(kind: Kind, name: Name, press: boolean): Promise<Place | null> {
    if ((await engine.evaluate("typeof TestingLibraryDom")) === "undefined")
      await engine.evaluate(`(() => { ${finder}; return "" })()`);
    const pattern = name instanceof RegExp ? name.source : null;
    return inPage(placeOf, { kind, name: String(name), pattern, press });
  }
  // A page that goes away while it is asked has no answer.
  const found = (kind: Kind, name: Name, press: boolean) =>
    until(`${kind} “${name}”`, async () => (await look(kind, name, press).catch(() => null)) ?? false);
  const tap = ({ x, y }: Place) =>
    engine.perform({
      type: "pointer",
      id: "finger",
      actions: [
        { type: "pointerMove", duration: 0, x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    });

  return {
    open: engine.navigate,
    address: async () => new URL(await engine.evaluate("location.href")),
    see: async (kind, name) => void (await found(kind, name, false)),
    sees: async (kind, name) => (await look(kind, name, false)) !== null,
    press: async (kind, name) => tap(await found(kind, name, true)),
    fill: async (label, text) => {
      await tap(await found("field", label, true));
      const actions = [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await engine.perform({ type: "key", id: "keys", actions });
    },
    inPage,
    expectSilence: () => {
      silence = true;
    },
  };
}

type Place = { x: number; y: number };
type Wanted = { kind: Kind; name: string; pattern: string | null; press: boolean };

/** Where the middle of it is, in a page that has the finder; null where it is not in view or, to be pressed, not free and at rest. */
async function placeOf({ kind, name, pattern, press }: Wanted): Promise<Place | null> {
  const lib = (window as unknown as { TestingLibraryDom: typeof Finder }).TestingLibraryDom;
  const called = pattern === null ? name : new RegExp(pattern);
  const all = {
    field: () => lib.queryAllByLabelText(document.body, called),
    text: () => lib.queryAllByText(document.body, called),
    role: () => lib.queryAllByRole(document.body, kind, { name: called }),
  }[kind === "field" || kind === "text" ? kind : "role"]();
  const shown = all.find((one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible");
  if (!shown) return null;
  const middle = () => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  if (!press) return middle();
  if (shown.matches(":disabled, [aria-disabled=true]")) return null;
  shown.scrollIntoView({ block: "center", behavior: "instant" });
  const before = middle();
  // Pictures that come meanwhile move what is below them.
  await new Promise((done) => setTimeout(done, 200));
  const { x, y } = middle();
  const hit = document.elementFromPoint(x, y);
  const free = hit !== null && (shown.contains(hit) || hit.closest("label")?.contains(shown) || hit.contains(shown));
  return free && before.x === x && before.y === y ? { x, y } : null;
}

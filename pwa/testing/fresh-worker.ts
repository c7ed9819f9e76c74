// Gives each test file the globals of a new process. Files share a worker, since loading jsdom, React and Dexie for each of
// them takes longer than most of their tests.
import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Dexie } from "dexie";
import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";

type Own = Map<PropertyKey, PropertyDescriptor>;

/** Vitest's own globals begin with two underscores. */
const ownOf = (object: object): Own =>
  new Map(Object.entries(Object.getOwnPropertyDescriptors(object)).filter(([key]) => !key.startsWith("__")));

function putBack(object: object, before: Own): void {
  const now = ownOf(object);
  for (const [key, { configurable }] of now) if (configurable && !before.has(key)) Reflect.deleteProperty(object, key);
  for (const [key, was] of before) {
    const is = now.get(key);
    if (is?.value === was.value && is?.get === was.get) continue;
    Object.defineProperty(object, key, was);
  }
}

/** Ends what a file leaves running: its timers. */
function keepTimers(): () => void {
  const running: ReturnType<typeof setTimeout>[] = [];
  const begin = { setTimeout, setInterval };
  const kept = (name: keyof typeof begin) =>
    Object.assign((task: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = begin[name](task, ms, ...args);
      running.push(timer);
      return timer;
    }, begin[name]);
  Object.assign(globalThis, { setTimeout: kept("setTimeout"), setInterval: kept("setInterval") });
  return () => running.forEach(clearTimeout);
}

/** Removes the listeners that a file adds to the page. React and user-event add theirs once for all files, before. */
function keepListeners(): () => void {
  if (typeof document === "undefined") return () => undefined;
  userEvent.setup();
  const ends = [window, document].map((target: EventTarget) => {
    const add = target.addEventListener.bind(target);
    const added: Parameters<EventTarget["addEventListener"]>[] = [];
    target.addEventListener = (...how: Parameters<EventTarget["addEventListener"]>) => {
      added.push(how);
      add(...how);
    };
    return () => {
      for (const [type, listener, how] of added) target.removeEventListener(type, listener, how);
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Takes back the frames that are asked for. jsdom counts them and has one timer for all; with that timer gone and a frame
 * still counted, no later frame would come.
 */
function cancelFrames(): void {
  const last = requestAnimationFrame(() => undefined);
  for (let frame = 1; frame <= last; frame++) cancelAnimationFrame(frame);
}

/** Empties the page and what it keeps. */
function emptyPage(): void {
  if (typeof document === "undefined") return;
  cancelFrames();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  for (const cookie of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = `${cookie.split("=")[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
}

/** Prepares a worker for a file; answers how to undo what the file does to it. */
export async function freshWorker(): Promise<() => void> {
  // React keeps the first setImmediate that it meets here, which must not be a test's fake one.
  await act(async () => undefined);
  const shared: object[] = [globalThis];
  if (typeof document !== "undefined") shared.push(navigator, document, Element.prototype, HTMLElement.prototype);
  const owns = shared.map((object) => [object, ownOf(object)] as const);
  const ends = [keepTimers(), keepListeners()];
  globalThis.indexedDB = new IDBFactory();
  Dexie.dependencies.indexedDB = globalThis.indexedDB;
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    for (const end of ends) end();
    for (const [object, own] of owns) putBack(object, own);
    emptyPage();
  };
}

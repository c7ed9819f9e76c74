// When the operators' side is locked on this device. The server locks the session; this hides what is shown, in every tab at once, asks
// nothing meanwhile, and says of each request whether a person made it.
import { create } from "zustand";
import { refusedMarks } from "#pwa/office/production/marks";
import type { AnswerOf } from "#pwa/offline/routes";
import { call, Fault, passing } from "#pwa/offline/server";
import { endHere, signOut, useSession } from "#pwa/offline/session";

type Lock = {
  /** The operator's profile. */
  owner: string;
  locked: boolean;
  /** Five wrong PINs ended the session. */
  closed: boolean;
  /** Minutes without a touch after which it is locked; none for those without a PIN. */
  minutes?: number;
};

const key = "sahn.kitchen.lock";
const touchKey = "sahn.kitchen.touched";
const open: Lock = { owner: "", locked: false, closed: false };
const quiet = { toast: false, redirect: false } as const;
/** What follows a touch within so many ms is a person's. */
const handMs = 10_000;
const minuteMs = 60_000;
/** Other tabs hear of a touch after so many ms at most. */
const tellMs = 5000;

const write = (name: string, value: unknown) => {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser forbids storage: each tab is locked by itself.
  }
};
const read = <T>(name: string): T | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? undefined;
  } catch {
    return undefined;
  }
};

const operator = () => {
  const { profile, signedIn } = useSession.getState();
  return signedIn && profile?.client_type === "Operator" ? profile : null;
};

export const useLock = create<Lock>()(() => read<Lock>(key) ?? open);

const set = (change: Partial<Lock>) => {
  useLock.setState(change);
  write(key, useLock.getState());
};

let touched = read<number>(touchKey) ?? Date.now();
/** The last touch that the server was told of, by a request which was not marked. */
let counted = touched;
let told = 0;
/** How often it was unlocked: a refusal may be the answer to what was asked before. */
let unlocked = 0;
/** Whether the server has heard of the lock. */
let heard = false;
/** Whether a screen of the kitchen is shown: elsewhere nothing asks for the PIN, and nothing waits for it. */
let watching = false;

/** When this device was last touched, in whichever tab. */
const lastTouch = () => {
  touched = Math.max(touched, Math.min(read<number>(touchKey) ?? 0, Date.now()));
  return touched;
};

function takeTouch(now: number) {
  touched = now;
  if (now - told < tellMs) return;
  told = now;
  write(touchKey, now);
}

const rested = ({ minutes } = useLock.getState()) =>
  minutes !== undefined && Date.now() - lastTouch() >= minutes * minuteMs;

/** Hides everything in every tab of this device, and locks the session on the server. */
export function lock(): void {
  if (!operator() || useLock.getState().locked) return;
  set({ locked: true });
  heard = false;
  void tellServer().catch(() => undefined);
}

let telling: Promise<boolean> | undefined;

/** Locks the session on the server. False when no PIN could unlock it any more. Once at a time: a late one would lock it again. */
function tellServer(): Promise<boolean> {
  telling ??= tell().finally(() => {
    telling = undefined;
  });
  return telling;
}

async function tell(): Promise<boolean> {
  try {
    await call("POST", "/api/kitchen/lock", undefined, quiet);
  } catch (cause) {
    if (cause instanceof Fault && cause.reason === "no_pin") return false;
    if (!(cause instanceof Fault && cause.status === 423)) throw cause;
  }
  heard = true;
  return true;
}

/**
 * Unlocks with a PIN. Throws the server's refusal, whose detail says how many tries are left; after the last one the session is over and
 * nothing is thrown. The server takes any PIN for a session that it has not locked, so it is told of the lock first.
 */
export async function unlock(pin: string): Promise<void> {
  try {
    if (await tellServer()) await call("POST", "/api/kitchen/unlock", { pin }, quiet);
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.reason !== "pin_closed") throw cause;
    set({ closed: true });
    return endHere();
  }
  told = 0;
  takeTouch(Date.now());
  set({ locked: false });
}

/** Leaves the locked session to whoever signs in next. What its operator has not sent waits here until they are back. */
export async function leave(): Promise<void> {
  if ((await refusedMarks()).length === 0 && (await signOut())) return;
  // Without a network the session stays locked on the server until somebody signs in here.
  await call("POST", "/api/profile-logout", undefined, quiet).catch(() => undefined);
  await endHere();
}

/** Takes what the server says of the operator's PIN. */
export function learned({ since, lock_minutes }: AnswerOf<"GET", "/api/kitchen/pin">["data"]): void {
  set({ owner: operator()?.id ?? "", minutes: since ? lock_minutes : undefined });
}

async function learn(): Promise<void> {
  const id = operator()?.id;
  const answer = await call("GET", "/api/kitchen/pin", undefined, { ...quiet, as: id }).catch(() => undefined);
  if (answer && operator()?.id === id) learned(answer.data);
}

/** Marks a request that no person made. The first one after a touch is a person's, however late it is. */
function mark(headers: Record<string, string>) {
  const at = lastTouch();
  if (at <= counted && Date.now() - at > handMs) headers["X-Automatic"] = "1";
  else {
    delete headers["X-Automatic"];
    counted = Math.max(counted, at);
  }
}

/** Resolves when the session of this operator is open again; rejects when they are not signed in any more. */
function opened(id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const left = operator()?.id !== id;
      if (!left && useLock.getState().locked) return;
      for (const stop of stops) stop();
      if (left) reject(new DOMException("The operator left.", "AbortError"));
      else resolve();
    };
    const stops = [useLock.subscribe(look), useSession.subscribe(look)];
    look();
  });
}

/** What a locked session may ask. */
const free = /^\/(api\/(kitchen\/(un)?lock|profile-logout)|sanctum\/csrf-cookie)$/;

async function through(path: string, headers: Record<string, string>, go: () => Promise<Response>): Promise<Response> {
  const id = operator()?.id;
  if (!id || !watching || free.test(path)) return go();
  for (;;) {
    if (useLock.getState().locked) await opened(id);
    mark(headers);
    const before = unlocked;
    const answer = await go();
    if (answer.status !== 423) return answer;
    if (before === unlocked) lock();
  }
}

/** Puts the lock between this app's requests and the network. Called once, before the first screen of the kitchen. */
export function guardRequests(): void {
  passing.through = through;
  const who = operator();
  const { owner, closed } = useLock.getState();
  if (who?.id !== owner) useLock.setState({ ...open, owner, closed });
  else if (rested()) lock();
  useLock.subscribe((now, before) => {
    if (before.locked && !now.locked) unlocked += 1;
  });
  useSession.subscribe((now, before) => {
    if (now.profile?.id === before.profile?.id) return;
    const { owner, closed } = useLock.getState();
    const id = operator()?.id;
    if (!id) return set({ ...open, owner, closed, minutes: undefined });
    counted = told = 0;
    takeTouch(Date.now());
    set({ ...open, owner: id, minutes: undefined });
  });
}

/** Watches for touches and for their absence while a screen of the kitchen is shown. Returns how to stop. */
export function watch(): () => void {
  const touch = (event: Event) => {
    if (useLock.getState().locked) return;
    if (!rested()) return takeTouch(Date.now());
    // The hand that comes back late touches nothing of what it finds.
    if (event.type !== "wheel") event.preventDefault();
    event.stopImmediatePropagation();
    lock();
  };
  const look = () => {
    if (useLock.getState().locked) {
      if (!heard) void tellServer().catch(() => undefined);
    } else if (rested()) lock();
    // Somebody writes for a long time without asking anything: the server must not take them for gone.
    else if (lastTouch() > counted + minuteMs) void learn();
  };
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== key) return;
    // The tab that locked tells the server.
    heard = true;
    useLock.setState(read<Lock>(key) ?? open);
  };
  watching = true;
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ["pointerdown", "keydown", "wheel", "input"])
    window.addEventListener(name, touch, { signal, capture: true, passive: name === "wheel" });
  for (const name of ["focus", "pageshow", "online"]) window.addEventListener(name, look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("storage", elsewhere, { signal });
  const timer = setInterval(look, 15_000);
  void learn();
  return () => {
    watching = false;
    stop.abort();
    clearInterval(timer);
  };
}

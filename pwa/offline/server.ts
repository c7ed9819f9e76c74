// The only place that calls fetch. An answer counts only when it is recognised as our server's: anything else (no network,
// a silent server, a captive portal) becomes Offline, and every refusal becomes a Fault.
import { errorsWords } from "#pwa/i18n/errors";
import { language } from "#pwa/i18n/locale";
import { apiUrl } from "#pwa/offline/api-url";
import type { AnswerOf, BodyOf, DataOf, KnownPath, Method } from "#pwa/offline/routes";

export type CallOptions = {
  /** Whether a refusal is shown in passing. Default true. */
  toast?: boolean;
  /** Whether an ended session leads to /login. Default true. */
  redirect?: boolean;
  /** Milliseconds until a server that does not answer counts as unreachable. Default 12 s. */
  timeout?: number;
  /** The answer is {data}: `call` resolves with its data, and rejects an answer that has none. */
  data?: boolean;
  /** The profile that this request is meant for. The server refuses it when another person is signed in by now. */
  as?: string;
  /** Compresses a body above 1 KiB where the browser can. */
  gzip?: boolean;
  cache?: RequestCache;
  /** Ends the request, because nobody waits for its answer any more. */
  signal?: AbortSignal;
  /** What the device computed to be let in (`worked`), and how often it did. */
  work?: string;
  worked?: number;
  /** Signs the body instead of sending a person's session. A refusal goes to the caller alone, not to the listeners. */
  sign?: (text: string) => Promise<Record<string, string>>;
};

/** The server understood and refused. `retryAfter` is in seconds. */
export class Fault extends Error {
  readonly status: number;
  readonly reason?: string;
  readonly errors?: Record<string, string[]>;
  readonly detail?: unknown;
  readonly retryAfter?: number;

  constructor(status: number, body: Refusal = {}, retryAfter?: number) {
    super(typeof body.message === "string" ? body.message : "");
    this.name = "Fault";
    this.status = status;
    this.reason = body.reason;
    this.errors = body.errors;
    this.detail = body.detail;
    this.retryAfter = retryAfter;
  }
}

/** No answer arrived, or the answer is not our server's. */
export class Offline extends Error {
  readonly why: "network" | "timeout" | "captive";

  constructor(why: Offline["why"]) {
    super(errorsWords.offline);
    this.name = "Offline";
    this.why = why;
  }
}

type Refusal = {
  message?: unknown;
  status?: unknown;
  reason?: string;
  errors?: Record<string, string[]>;
  detail?: unknown;
};

/** What a person is told in passing: a sentence, or the one that belongs to a refusal (sentence-for.ts). */
export type Notice = { kind: "error" | "info"; message?: string; fault?: Fault };

const faultListeners = new Set<(notice: Notice) => void>();
const redirectListeners = new Set<() => void>();
const endListeners = new Set<() => "now" | "before" | undefined>();
const otherListeners = new Set<() => void>();

function listenIn<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => void set.delete(listener);
}

/** Listens for refusals that are to be shown in passing. Returns how to stop listening, as the next three do. */
export const onFault = (listener: (notice: Notice) => void) => listenIn(faultListeners, listener);

/** Listens for the path that the person must be sent to. */
export const onRedirect = (listener: () => void) => listenIn(redirectListeners, listener);

/**
 * Listens for the end of the session on the server. The listener says whether a person's session ended here just now, which is
 * told whatever the request wanted, or before, which is not told again.
 */
export const onUnauthenticated = (listener: () => "now" | "before" | undefined) => listenIn(endListeners, listener);

/** Listens for a refusal that says another person is signed in than this device believes. */
export const onOtherPerson = (listener: () => void) => listenIn(otherListeners, listener);

/**
 * What the operators' side puts between a request and the network: it marks what the app asks by itself, and holds what a locked
 * session may not ask. `go` sends the request, each time anew and with the headers as they are then.
 */
export const passing: {
  through?: (path: string, headers: Record<string, string>, go: () => Promise<Response>) => Promise<Response>;
} = {};

type Result<Answer, Options> = Options extends { data: true } ? DataOf<Answer> : Answer;

/**
 * Sends one request of the server's contract, which says what a route takes and answers. Rejects with Fault or Offline, after the
 * listeners were called.
 */
export async function call<
  M extends Method,
  const Path extends string,
  const Options extends CallOptions = CallOptions,
>(
  method: M,
  path: KnownPath<M, Path>,
  body?: BodyOf<M, Path>,
  options?: Options,
): Promise<Result<AnswerOf<M, Path>, Options>> {
  return request(method, path, body, options);
}

/** `call` for a helper that takes its path and body from its own caller, and whose parameters have the contract's types. */
export async function request<T>(method: Method, path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
  return telling(ask<T>(method, path, body, options), options);
}

/** A file that the server made, with the name that the server gave it. */
export type ServerFile = { name: string; blob: Blob };

/** Fetches a file to save. Rejects as `call` does: the body of a refusal arrives as a file too and is read as text. */
export async function callFile(path: string, options: CallOptions = {}): Promise<ServerFile> {
  return telling(askFile(path, options), options);
}

/**
 * The server speaks English. What it says is put into the app's language by a part that comes with the first refusal; what is said of a
 * session stays, because the app recognises it.
 */
async function inAppLanguage(refusal: unknown): Promise<unknown> {
  if (!(refusal instanceof Fault) || refusal.status === 401 || refusal.message === "Unauthenticated.") return refusal;
  const part = await import("#pwa/offline/in-app-language").catch(() => undefined);
  return part ? new Fault(refusal.status, { ...refusal, ...part.inAppLanguage(refusal) }, refusal.retryAfter) : refusal;
}

async function telling<T>(asked: Promise<T>, options: CallOptions): Promise<T> {
  try {
    return await asked;
  } catch (refusal) {
    const cause = language === "en" ? refusal : await inAppLanguage(refusal);
    if (options.sign) throw cause;
    if (cause instanceof Fault) report(cause, options);
    else if (cause instanceof Offline && options.toast !== false) notify({ kind: "error", message: cause.message });
    throw cause;
  }
}

async function askFile(path: string, options: CallOptions): Promise<ServerFile> {
  const timeout = options.timeout ?? 30_000;
  const answer = await send("GET", path, undefined, options, timeout);
  const blob = await within(timeout, () => answer.blob());
  if (!answer.ok) refuse(answer, parse(await blob.text()));
  const offered = answer.headers.get("content-disposition");
  if (!offered) throw new Offline("captive");
  const [, escaped] = /filename\*=UTF-8''([^;]+)/.exec(offered) ?? [];
  const [, plain] = /filename="([^"]*)"/.exec(offered) ?? [];
  return { name: escaped ? decodeURIComponent(escaped) : (plain ?? ""), blob };
}

async function ask<T>(method: Method, path: string, body: unknown, options: CallOptions): Promise<T> {
  const timeout = options.timeout ?? 12_000;
  const unsafe = method !== "GET";
  if (unsafe && !options.sign && !token()) await freshToken(timeout);
  let answer = await send(method, path, body, options, timeout);
  if (answer.status === 419) {
    await freshToken(timeout);
    answer = await send(method, path, body, options, timeout);
  }
  const text = await readable(answer);
  const parsed = parse(text);
  if (!answer.ok) {
    const work = await worked(answer, parsed, options);
    if (work) return ask(method, path, body, { ...options, work, worked: (options.worked ?? 0) + 1 });
    refuse(answer, parsed);
  }
  if (answer.status === 204 || (answer.status === 202 && text === "")) return undefined as T;
  const json = answer.headers.get("content-type")?.includes("json");
  if (!json || parsed === undefined) throw new Offline("captive");
  if (saysOnly(parsed)) throw new Fault(answer.status, parsed as Refusal);
  if (!options.data) return parsed as T;
  const { data } = parsed as { data?: T };
  if (data === undefined || data === null) throw new Fault(answer.status, parsed as Refusal);
  return data;
}

/**
 * What a full limit of all callers asks the device to compute. The part that does comes with such a refusal. While many come in, the
 * price climbs in the time that a device computes: it is refused at most twice before its work is dear enough.
 */
async function worked(
  { status }: Response,
  parsed: unknown,
  { sign, worked: times = 0 }: CallOptions,
): Promise<string | undefined> {
  const { detail } = (parsed ?? {}) as Refusal;
  if (status !== 429 || !detail || sign || times > 2) return undefined;
  return import("#pwa/offline/proof-of-work/prove").then((part) => part.prove(detail)).catch(() => undefined);
}

/** Whether an answer has no data and carries a message, or nothing but a status: the specification's error in a success's clothes. */
function saysOnly(parsed: unknown): boolean {
  const { data, message, ...rest } = parsed as { data?: unknown; message?: unknown };
  if (data !== undefined && data !== null) return false;
  return typeof message === "string" || ("status" in rest && Object.keys(rest).length === 1);
}

function refuse(answer: Response, parsed: unknown): never {
  // A gateway in front of us may refuse in its own words. Any other page that is not ours is a captive portal's.
  const gateway = [413, 429].includes(answer.status) || (answer.status >= 500 && answer.status !== 511);
  if (!parsed && !gateway) throw new Offline("captive");
  throw new Fault(answer.status, parsed as Refusal, retryAfterOf(answer));
}

async function send(method: Method, path: string, body: unknown, options: CallOptions, timeout: number) {
  const headers: Record<string, string> = { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" };
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: options.cache ?? "no-store" };
  if (method !== "GET") Object.assign(headers, { "X-XSRF-TOKEN": token(), traceparent: `00-${hex(16)}-${hex(8)}-01` });
  if (options.as) headers["X-Profile"] = options.as;
  if (options.work) headers["X-Work"] = options.work;
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    const text = textOf(body);
    if (options.gzip && text.length > 1024 && typeof CompressionStream !== "undefined") {
      headers["Content-Encoding"] = "gzip";
      const squeezed = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
      init.body = await new Response(squeezed).arrayBuffer();
    } else {
      init.body = text;
    }
  }
  if (options.sign) {
    Object.assign(headers, await options.sign(textOf(body)));
    init.credentials = "omit";
  }
  const go = () => within(timeout, (signal) => fetch(apiUrl(path), { ...init, signal }), options.signal);
  return passing.through?.(path, headers, go) ?? go();
}

/** So many random bytes: a trace of an order or a sync begins here (W3C Trace Context), and the server's log names it. */
const hex = (bytes: number) =>
  crypto.getRandomValues(new Uint8Array(bytes)).reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "");

const textOf = (body: unknown) => (typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body));

/** Reads the body with a timeout of its own, because a connection may die after the headers. */
function readable(answer: Response): Promise<string> {
  return within(12_000, () => answer.text());
}

/** Settles within `timeout` ms, whatever the work does, and aborts a connection that hangs or that `ended` ends. */
function within<T>(timeout: number, work: (signal: AbortSignal) => Promise<T>, ended?: AbortSignal): Promise<T> {
  const stop = new AbortController();
  ended?.addEventListener("abort", () => stop.abort(), { once: true });
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Offline("timeout"));
      stop.abort();
    }, timeout);
    work(stop.signal)
      .then(resolve, () => reject(new Offline("network")))
      .finally(() => clearTimeout(timer));
  });
}

/** The CSRF token from the server's cookie, decoded as the header needs it; empty without one. */
function token(): string {
  const jar = typeof document === "undefined" ? "" : document.cookie;
  const found = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(jar)?.[1] ?? "";
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

/** Fetches the CSRF token when the app starts, so that the first write needs not wait for it. Offline the first write fetches it. */
export const startToken = () => freshToken(12_000).catch(() => undefined);

let fresh: Promise<unknown> | undefined;

/** One at a time: without a session each answer begins one, and the token of one is refused with the cookie of the other. */
function freshToken(timeout: number): Promise<unknown> {
  fresh ??= send("GET", "/sanctum/csrf-cookie", undefined, {}, timeout).finally(() => {
    fresh = undefined;
  });
  return fresh;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function retryAfterOf(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/**
 * Reports a refusal: "Unauthenticated." ends the session, which a signed-in person is told once, and redirects to the sign-in page;
 * anything else is an error toast.
 */
function report(fault: Fault, { toast = true, redirect = true, as }: CallOptions): void {
  if (fault.message === "Unauthenticated.") {
    const ends = [...endListeners].map((listener) => listener());
    const now = ends.includes("now");
    if (now || (toast && !ends.includes("before"))) notify({ kind: "info", message: errorsWords.signInAgain, fault });
    if (now || redirect) for (const listener of redirectListeners) listener();
    return;
  }
  if (as && fault.status === 401) for (const listener of otherListeners) listener();
  if (toast) notify({ kind: "error", fault });
}

/** Whether a refusal is the answer to what was asked. After any other one the same is asked again, under the same idempotency key. */
export const isFinal = ({ status, reason }: Fault) =>
  status < 500 && ![401, 419, 429].includes(status) && reason !== "behind_another";

function notify(notice: Notice): void {
  for (const listener of faultListeners) listener(notice);
}

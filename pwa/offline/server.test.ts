import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { passingSentence } from "#pwa/offline/sentence-for";
import {
  callFile,
  Fault,
  type Notice,
  Offline,
  onFault,
  onRedirect,
  onUnauthenticated,
  request,
  startToken,
} from "#pwa/offline/server";

type Asked = { url: string; init: RequestInit & { headers: Record<string, string> } };

const jar = { cookie: "" };
let asked: Asked[] = [];
let notices: Notice[] = [];
const said = () => notices.map(({ message, fault }) => message ?? (fault && passingSentence(fault)));
let places: string[] = [];
let heard: "now" | "before" | undefined;
let ended = 0;
let stops: (() => void)[] = [];

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { "content-type": "application/json; charset=utf-8", ...headers } });

/** Answers each call with the next of these; the token's own endpoint answers by itself. */
function answers(...list: (Response | Error | Promise<Response>)[]) {
  vi.stubGlobal("fetch", async (url: string, init: Asked["init"]) => {
    asked.push({ url, init });
    if (url === "/sanctum/csrf-cookie") {
      await undefined; // the cookie comes with the answer
      jar.cookie = "XSRF-TOKEN=fresh%3D%3D";
      return new Response(null, { status: 204 });
    }
    const next = list.shift();
    if (next instanceof Error) throw next;
    if (!next) throw new Error(`nothing left to answer ${url}`);
    return next;
  });
}

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail("it did not refuse"),
    (cause) => cause,
  );

beforeEach(() => {
  asked = [];
  notices = [];
  places = [];
  ended = 0;
  heard = undefined;
  stops = [
    onFault((n) => notices.push(n)),
    onRedirect(() => void places.push("/login")),
    onUnauthenticated(() => {
      ended++;
      return heard;
    }),
  ];
  jar.cookie = "";
  vi.stubGlobal("document", jar);
});

afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe("a question", () => {
  it("goes, as the one for a token does, to the base that the app was built with", async () => {
    vi.stubEnv("VITE_API_BASE", "/backend");
    vi.stubGlobal("fetch", async (url: string, init: Asked["init"]) => {
      asked.push({ url, init });
      return url.endsWith("csrf-cookie") ? new Response(null, { status: 204 }) : json(200, { ok: true });
    });
    await request("POST", "/api/login-otp", { email: "a@b.ae" });
    expect(asked.map(({ url }) => url)).toEqual(["/backend/sanctum/csrf-cookie", "/backend/api/login-otp"]);
  });

  it("carries the decoded token, the XMLHttpRequest header and the cookies of this site", async () => {
    jar.cookie = "XSRF-TOKEN=a%2Fb%3D%3D";
    answers(json(200, { ok: true }));
    await request("POST", "/api/login-otp", { email: "a@b.ae" });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.init.headers).toMatchObject({ "X-XSRF-TOKEN": "a/b==", "X-Requested-With": "XMLHttpRequest" });
    expect(asked[0]?.init.credentials).toBe("same-origin");
    expect(asked[0]?.init.body).toBe('{"email":"a@b.ae"}');
  });

  it("begins a trace of its own when it changes something, and always asks this site", async () => {
    jar.cookie = "XSRF-TOKEN=a";
    answers(json(200, {}), json(200, {}), json(200, {}));
    await request("POST", "/api/sync", {});
    await request("POST", "/api/handoff", {});
    await request("GET", "/api/menu");
    const traces = asked.map(({ init }) => (init.headers as Record<string, string>).traceparent);
    expect(traces[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(traces[1]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(traces[1]).not.toBe(traces[0]);
    expect(traces[2]).toBeUndefined();
    expect(asked.filter(({ url }) => !url.startsWith("/api/"))).toEqual([]);
  });

  it("finds the token that was fetched when the app started, or fetches it when that failed", async () => {
    answers(json(200, {}));
    await startToken();
    expect(asked.map((a) => a.url)).toEqual(["/sanctum/csrf-cookie"]);
    await request("POST", "/api/login-otp", { email: "a@b.ae" });
    expect(asked.map((a) => a.url)).toEqual(["/sanctum/csrf-cookie", "/api/login-otp"]);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(startToken()).resolves.toBeUndefined();
  });

  it("fetches a token first when there is none, but not for a read", async () => {
    answers(json(200, {}), json(200, {}));
    await request("GET", "/api/menu");
    await request("PUT", "/api/search-by-email", { email: "a@b.ae" });
    expect(asked.map((a) => a.url)).toEqual(["/api/menu", "/sanctum/csrf-cookie", "/api/search-by-email"]);
    expect(asked[2]?.init.headers["X-XSRF-TOKEN"]).toBe("fresh==");
  });

  it("fetches one token for all who ask at once, and another for whoever asks later", async () => {
    answers(json(200, {}), json(200, {}), json(419, { message: "CSRF token mismatch." }), json(200, {}));
    const start = startToken();
    await Promise.all([start, request("POST", "/api/login-otp", {}), request("POST", "/api/sync", {})]);
    const token = "/sanctum/csrf-cookie";
    expect(asked.map((a) => a.url)).toEqual([token, "/api/login-otp", "/api/sync"]);
    await request("POST", "/api/sync", {});
    expect(asked.slice(3).map((a) => a.url)).toEqual(["/api/sync", token, "/api/sync"]);
  });

  it("asks for a new token after 419 and tries once more, never twice", async () => {
    jar.cookie = "XSRF-TOKEN=old";
    answers(json(419, { message: "CSRF token mismatch." }), json(200, { fine: 1 }));
    expect(await request("POST", "/api/sync", {})).toEqual({ fine: 1 });
    answers(json(419, { message: "CSRF token mismatch." }), json(419, { message: "CSRF token mismatch." }));
    const fault = (await caught(request("POST", "/api/sync", {}))) as Fault;
    expect(fault.status).toBe(419);
    expect(said()).toEqual(["CSRF token mismatch."]);
  });

  it("is squeezed above 1 KiB when asked to, and only then", async () => {
    answers(json(200, {}), json(200, {}), json(200, {}));
    const long = { text: "x".repeat(2000) };
    await request("POST", "/api/sync", long, { gzip: true });
    await request("POST", "/api/sync", { text: "short" }, { gzip: true });
    await request("POST", "/api/quote", long);
    const [, big, small, plain] = asked;
    expect(big?.init.headers["Content-Encoding"]).toBe("gzip");
    const bytes = Buffer.from(big?.init.body as ArrayBuffer);
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(long);
    expect(small?.init.headers["Content-Encoding"]).toBeUndefined();
    expect(plain?.init.headers["Content-Encoding"]).toBeUndefined();
  });
});

describe("a refusal", () => {
  it.each([
    [400, { message: "No such day." }, "No such day."],
    [422, { message: "The email is wrong.", errors: { email: ["The email is wrong."] } }, "The email is wrong."],
    [422, { message: "Choose a day.", reason: "too_few_days" }, "Choose a day."],
    [422, { message: { email: "no" } }, "Invalid form data"],
    [422, { message: ["no"], reason: "too_few_days" }, "Invalid form data"],
    [400, { message: 7 }, "Invalid form data"],
    [400, {}, "Invalid form data"],
    [401, { message: "Bad Credentials" }, "Bad Credentials"],
    [401, { message: "Too late." }, "Too late."],
    [419, { message: "Bad Credentials" }, "Bad Credentials"],
    [403, { message: "Not for you." }, "Not for you."],
    [404, { message: "Not found." }, "Not found."],
    [500, {}, "Our kitchen’s computer is not answering. Try again in a moment."],
    [409, { message: "x", reason: "day_taken" }, "There is already a lunch on this day."],
  ])("of %i %j says %s", async (status, body, sentence) => {
    // 419 is asked once more with a new token.
    answers(json(status, body), json(status, body));
    const fault = (await caught(request("GET", "/api/x"))) as Fault;
    expect(fault).toBeInstanceOf(Fault);
    expect(fault.status).toBe(status);
    expect([notices.map(({ kind, fault }) => [kind, fault]), said()]).toEqual([[["error", fault]], [sentence]]);
    expect(places).toEqual([]);
    expect(ended).toBe(0);
  });

  it.each([401, 419, 403, 500])("'Unauthenticated.' under %i ends the session and leads to /login", async (status) => {
    answers(json(status, { message: "Unauthenticated." }), json(status, { message: "Unauthenticated." }));
    await caught(request("GET", "/api/get-profile"));
    expect(notices.map(({ kind, message }) => [kind, message])).toEqual([["info", "Please log in again"]]);
    expect(places).toEqual(["/login"]);
    expect(ended).toBe(1);
  });

  it("can be kept quiet and at its place, each by itself, and still ends the session", async () => {
    const over = () => json(401, { message: "Unauthenticated." });
    answers(over(), over(), over(), json(422, { message: "no" }));
    await caught(request("GET", "/api/x", undefined, { toast: false, redirect: false }));
    expect([notices, places, ended]).toEqual([[], [], 1]);
    await caught(request("GET", "/api/x", undefined, { toast: false }));
    expect([notices, places, ended]).toEqual([[], ["/login"], 2]);
    await caught(request("GET", "/api/x", undefined, { redirect: false }));
    expect(said()).toEqual(["Please log in again"]);
    expect([places, ended]).toEqual([["/login"], 3]);
    await caught(request("POST", "/api/x", {}, { toast: false }));
    expect(notices).toHaveLength(1);
  });

  it("that ends a person's session is told once and leads to /login, whatever the calls wanted", async () => {
    const over = () => json(401, { message: "Unauthenticated." });
    answers(over(), over());
    heard = "now";
    await caught(request("GET", "/api/x", undefined, { toast: false, redirect: false }));
    heard = "before";
    await caught(request("GET", "/api/y"));
    expect(notices.map(({ kind, message }) => [kind, message])).toEqual([["info", "Please log in again"]]);
    expect(places).toEqual(["/login", "/login"]);
  });

  it.each([
    [404, '{"message":"No invoice."}', "No invoice."],
    [422, '{"message":"No such month."}', "No such month."],
    [422, '{"message":{"month":"no"}}', "Invalid form data"],
    [401, '{"message":"Unauthenticated."}', "Please log in again"],
  ])("of %i in a blob is read as text", async (status, body, sentence) => {
    answers(new Response(new Blob([body], { type: "application/octet-stream" }), { status }));
    await caught(request("GET", "/api/invoice"));
    expect(said()).toEqual([sentence]);
  });

  it("carries reason, errors, detail and the seconds to wait", async () => {
    answers(json(429, { message: "slow", reason: "too_many_requests", detail: { a: 1 } }, { "retry-after": "7" }));
    const fault = (await caught(request("GET", "/api/x"))) as Fault;
    expect(fault).toMatchObject({ status: 429, reason: "too_many_requests", detail: { a: 1 }, retryAfter: 7 });
  });

  it.each([
    [200, { status: "error", message: "Nothing here" }, "error", "Nothing here"],
    [201, { message: "Nothing here" }, "error", "Nothing here"],
    [200, { status: 500 }, "error", "That did not work. Please try again."],
    [200, { data: null, message: "Unauthenticated." }, "info", "Please log in again"],
    [200, { other: 1 }, "error", "That did not work. Please try again."],
  ])("is also a success of %i that says %j and brings no data", async (status, body, kind, sentence) => {
    answers(json(status, body));
    const fault = (await caught(request("GET", "/api/x", undefined, { data: true }))) as Fault;
    expect(fault).toMatchObject({ name: "Fault", status });
    expect([notices.map(({ kind, fault }) => [kind, fault]), said()]).toEqual([[[kind, fault]], [sentence]]);
  });

  it.each([
    [{ data: null, message: "Nothing here" }, "Nothing here"],
    [{ message: "Nothing here" }, "Nothing here"],
    [{ status: "error" }, "That did not work. Please try again."],
  ])("is a success that says only %j, from any call", async (body, sentence) => {
    answers(json(200, body));
    expect(await caught(request("GET", "/api/x"))).toMatchObject({ name: "Fault", status: 200 });
    expect(said()).toEqual([sentence]);
  });

  it("is not a success with data, whatever it says beside it", async () => {
    answers(json(201, { data: { id: "1" }, status: "error", message: "Welcome" }), json(200, { data: 0 }));
    expect(await request("GET", "/api/x", undefined, { data: true })).toEqual({ id: "1" });
    expect(await request("GET", "/api/x", undefined, { data: true })).toBe(0);
    expect(notices).toEqual([]);
  });
});

describe("offline", () => {
  it.each<[string, Response | Error, string]>([
    ["no network", new TypeError("Failed to fetch"), "network"],
    ["a hotel's page", new Response("<html>Welcome</html>", { headers: { "content-type": "text/html" } }), "captive"],
    ["JSON under a wrong type", new Response('{"cur":1}', { headers: { "content-type": "text/html" } }), "captive"],
    ["an empty body", new Response("", { headers: { "content-type": "application/json" } }), "captive"],
    ["a hotel's refusal", new Response("<html>Pay</html>", { status: 403 }), "captive"],
    ["a hotel's honest refusal", new Response("<html>Pay</html>", { status: 511 }), "captive"],
  ])("is %s", async (_, answer, why) => {
    answers(answer);
    const cause = (await caught(request("GET", "/api/x"))) as Offline;
    expect(cause).toBeInstanceOf(Offline);
    expect(cause.why).toBe(why);
  });

  it("is a server that stays silent, after its time and not before", async () => {
    vi.useFakeTimers();
    answers(new Promise<Response>(() => undefined));
    let cause: unknown;
    request("GET", "/api/x").catch((c) => {
      cause = c;
    });
    await vi.advanceTimersByTimeAsync(11_900);
    expect(cause).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect((cause as Offline).why).toBe("timeout");
  });

  it("is not a gateway's error page", async () => {
    answers(new Response("<html>Bad gateway</html>", { status: 502 }), new Response("too big", { status: 413 }));
    expect(await caught(request("GET", "/api/x"))).toMatchObject({ name: "Fault", status: 502 });
    expect(await caught(request("GET", "/api/x"))).toMatchObject({ name: "Fault", status: 413 });
  });
});

describe("a file", () => {
  const file = (disposition?: string) =>
    new Response("%PDF", {
      headers: { "content-type": "application/pdf", ...(disposition && { "content-disposition": disposition }) },
    });

  it("comes with the name that the server gave it, in any script", async () => {
    answers(
      file('attachment; filename="2026-000123.pdf"'),
      file("attachment; filename=\"______ 7.pdf\"; filename*=UTF-8''%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9%207.pdf"),
    );
    const { name, blob } = await callFile("/api/invoices/1/pdf");
    expect(name).toBe("2026-000123.pdf");
    expect(await blob.text()).toBe("%PDF");
    expect((await callFile("/api/invoices/2/pdf", { as: "me" })).name).toBe("فاتورة 7.pdf");
    expect(asked[1]?.init.headers["X-Profile"]).toBe("me");
  });

  it("is read for as long as its caller waits, and by others for half a minute", async () => {
    vi.useFakeTimers();
    const slow = (ms: number) => {
      const blob = () => new Promise<Blob>((resolve) => setTimeout(() => resolve(new Blob(["the end"])), ms));
      return Object.assign(file('attachment; filename="a.csv"'), { blob });
    };
    answers(slow(600_000), slow(31_000));
    const long = callFile("/api/long", { timeout: 900_000 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await (await long).blob.text()).toBe("the end");
    const other = caught(callFile("/api/other"));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await other).toMatchObject({ name: "Offline", why: "timeout" });
  });

  it("that is refused is read as text for its message", async () => {
    answers(json(403, { message: "This action is unauthorized.", reason: "forbidden" }));
    const cause = await caught(callFile("/api/invoices/1/pdf"));
    expect(cause).toMatchObject({ name: "Fault", status: 403, reason: "forbidden" });
    expect(notices).toHaveLength(1);
  });

  it("that nobody offered for saving is a sign-in page of somebody else's network", async () => {
    answers(new Response("<html>Welcome to the lobby</html>", { headers: { "content-type": "text/html" } }));
    expect(await caught(callFile("/api/invoices/1/pdf"))).toMatchObject({ name: "Offline", why: "captive" });
  });
});

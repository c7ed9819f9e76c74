// The server as the browser meets it: the paths of the contract over the server's model, for tests of what stands on the
// device's engine.
import { vi } from "vitest";
import type { Profile, SyncRequest } from "#pwa/offline/wire";
import { type FakeServer, fakeServer } from "#pwa/testing/fake-server";

type Asked = { method: string; path: string; body: unknown };
type Answer = { status: number; body?: unknown };
export type Handler = (body: unknown, path: string) => Answer | Promise<Answer>;

export type Site = {
  server: FakeServer;
  asked: Asked[];
  online: boolean;
  /** Who the session cookie belongs to. */
  who: Profile | null;
  /** The clock of the sync's answers. */
  now: () => number;
  /** Answers of paths by "METHOD /path", with its query or without; a path that ends in * stands for all below it. */
  on: Record<string, Handler>;
  /** The bodies of what was asked so far, of paths that begin so. */
  sent: (method: string, path: string) => unknown[];
};

/** Answers always the same. */
export const reply =
  (body: unknown, status = 200) =>
  () => ({ status, body });

/** Nothing comes of it: the network loses it. */
export const lost = (): never => {
  throw new TypeError("Failed to fetch");
};

/** Puts a site in place of the network. */
export function siteOf(people: Profile[] = []): Site {
  const signIn: Handler = (body) => {
    site.who = people.find((one) => one.email === (body as { email: string }).email) ?? null;
    return site.who ? { status: 201, body: { data: site.who } } : { status: 401, body: { message: "Bad Credentials" } };
  };
  const site: Site = {
    server: fakeServer(),
    asked: [],
    online: true,
    who: null,
    now: () => Date.now(),
    sent: (method, path) =>
      site.asked.filter((one) => one.method === method && one.path.startsWith(path)).map(({ body }) => body),
    on: {
      "GET /sanctum/csrf-cookie": () => ({ status: 204 }),
      "POST /api/login-otp": reply({ data: {}, message: "Sent" }),
      "POST /api/verify-otp": signIn,
      "POST /api/profile-login": signIn,
      "POST /api/profile-logout": () => {
        site.who = null;
        return { status: 200, body: { data: {}, message: "Bye" } };
      },
      "GET /api/get-profile": () => (site.who ? { status: 200, body: { data: site.who } } : ended),
      "GET /api/company-address/*": reply({ data: [{ id: "a1", label: "Office" }] }),
      "GET /api/menu": reply({ weeks: [] }),
      "POST /api/sync": (body) => {
        if (!site.who) return ended;
        const answer = site.server.sync(body as SyncRequest, site.now());
        return "reply" in answer
          ? { status: 200, body: answer.reply }
          : { status: answer.status, body: { message: "", ...answer } };
      },
    },
  };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!site.online) throw new TypeError("Failed to fetch");
    const method = init.method ?? "GET";
    const body = await read(init);
    site.asked.push({ method, path, body });
    const meant = new Headers(init.headers).get("X-Profile");
    if (meant && site.who && site.who.id !== meant) {
      return written({ status: 401, body: { message: "Somebody else is signed in." } });
    }
    const names = [path, path.replace(/\?.*/, ""), path.replace(/\/[^/]*$/, "/*")];
    const handler = names.map((name) => site.on[`${method} ${name}`]).find(Boolean) ?? notFound;
    return written(await handler(body, path));
  });
  return site;
}

const written = ({ status, body }: Answer) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });

const notFound = reply({ message: "Not found." }, 404);

const ended: Answer = { status: 401, body: { message: "Unauthenticated." } };

async function read(init: RequestInit): Promise<unknown> {
  if (init.body instanceof ArrayBuffer) {
    const stream = new Response(init.body).body?.pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }
  return init.body ? JSON.parse(init.body as string) : undefined;
}

/** No round of the sync is ever answered: what a page shows is only what the test put onto the device. */
export function neverSynced(site: Site) {
  site.on["POST /api/sync"] = lost;
}

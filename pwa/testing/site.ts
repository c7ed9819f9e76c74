// The server as the browser meets it: the paths of the contract over the server's model, for tests of what stands on the
// device's engine.
import { vi } from "vitest";
import type { Profile, SyncRequest } from "#pwa/offline/wire";
import { type FakeServer, fakeServer } from "#pwa/testing/fake-server";

type Asked = { method: string; path: string; body: unknown };
type Answer = { status: number; body?: unknown };
type Handler = (body: unknown, path: string) => Answer | Promise<Answer>;

export type Site = {
  server: FakeServer;
  asked: Asked[];
  online: boolean;
  /** Who the session cookie belongs to. */
  who: Profile | null;
  /** Answers of paths by "METHOD /path"; a path that ends in * stands for all below it. */
  on: Record<string, Handler>;
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
    on: {
      "GET /sanctum/csrf-cookie": () => ({ status: 204 }),
      "POST /api/login-otp": () => ({ status: 200, body: { message: "Sent" } }),
      "POST /api/verify-otp": signIn,
      "POST /api/profile-login": signIn,
      "POST /api/profile-logout": () => {
        site.who = null;
        return { status: 200, body: { message: "Bye" } };
      },
      "GET /api/get-profile": () => (site.who ? { status: 200, body: { data: site.who } } : ended),
      "GET /api/company-address/*": () => ({ status: 200, body: { data: [{ id: "a1", label: "Office" }] } }),
      "GET /api/menu": () => ({ status: 200, body: { weeks: [] } }),
      "POST /api/sync": (body) => {
        if (!site.who) return ended;
        const answer = site.server.sync(body as SyncRequest, Date.now());
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
    if (meant && site.who && site.who.id !== meant) return refused(401, "Somebody else is signed in.");
    const handler = site.on[`${method} ${path}`] ?? site.on[`${method} ${path.replace(/\/[^/]*$/, "/*")}`];
    const answer = handler ? await handler(body, path) : { status: 404, body: { message: "Not found." } };
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
      status: answer.status,
      headers: { "content-type": "application/json" },
    });
  });
  return site;
}

const refused = (status: number, message: string) =>
  new Response(JSON.stringify({ message }), { status, headers: { "content-type": "application/json" } });

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
  site.on["POST /api/sync"] = () => {
    throw new TypeError("Failed to fetch");
  };
}

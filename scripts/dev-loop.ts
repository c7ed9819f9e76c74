// The development loop: Vite serves the app with hot reload on the app's own address and passes the server's paths on to a Go
// server behind it, which knows that address as its own. So cookies, CSRF checks, card returns and links in mails all agree.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { relative, sep } from "node:path";
import { createServer as createVite } from "vite";
import { goServer } from "./dev-server";

const port = Number(process.env.PORT || 8080);
const host = `localhost:${port}`;
/** The paths that the Go server answers, as in pwa/worker/sw.ts; everything else is the app's. */
const serverPaths = "^/(api|sanctum|healthz|readyz|payment/return|payment/notify)(/|\\?|$)";

/** Replaces the service worker that a built app left at this address, and removes it with the files that it keeps. */
const noWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: "window" })) void page.navigate(page.url);
})()));
`;

/** Whether a path is part of the server's program. Tests and the built app are not. */
const isServerSource = (path: string) =>
  /^((server|sql)\/|go\.(mod|sum)$)/.test(path) && !/(_test\.go|~)$|\/(testdata|dist)\//.test(path);

/** Runs both servers until the process is asked to stop. */
export async function dev(): Promise<void> {
  const front = createServer();
  const go = await goServer(`http://${host}`, (failure) =>
    vite.ws.send(failure ? { type: "error", err: { message: failure, stack: "" } } : { type: "update", updates: [] }),
  );
  const vite = await createVite({
    configFile: "vite.config.ts",
    clearScreen: false,
    server: {
      middlewareMode: { server: front },
      ws: { server: front },
      cors: false,
      proxy: { [serverPaths]: go.url },
    },
  });
  vite.watcher.add(["server", "sql", "go.mod", "go.sum"]);
  vite.watcher.on("all", (_, path) => {
    if (isServerSource(relative(process.cwd(), path).replaceAll(sep, "/"))) go.changed();
  });

  front.on("request", async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    if (new RegExp(serverPaths).test(path)) {
      // While the server starts, requests wait for it.
      if (!(await go.ready())) return response.writeHead(503).end("The server does not run; the terminal says why.\n");
    } else if (path === "/sw.js") {
      return response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-store" }).end(noWorker);
    } else if (request.headers.host !== host && request.headers.accept?.includes("text/html")) {
      // 127.0.0.1 for localhost: cookies and the CSRF check belong to one name.
      return response.writeHead(307, { Location: `http://${host}${path}` }).end();
    }
    vite.middlewares(request, response);
  });

  let stopping = false;
  async function stop(code: number) {
    if (stopping) return;
    stopping = true;
    front.close();
    front.closeAllConnections();
    await Promise.all([go.stop(), vite.close()]);
    process.exit(code);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  front.on("error", (cause: NodeJS.ErrnoException) => {
    console.error(cause.code === "EADDRINUSE" ? `PORT: ${port} is in use` : cause.message);
    void stop(1);
  });
  // On this machine alone, like the Go server: the sample people's password is public.
  front.listen(port, "127.0.0.1", go.changed);
}

import { once } from "node:events";
import { createServer, type Server } from "node:net";

// Test files run beside each other: each process has a row of ports of its own, of those that no system gives to who asks for
// any. The first one of the row says that it is taken, for as long as the process lives.
const own = 60;
const rows = 200;
let row: Promise<number> | undefined;
let next = 0;

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  row ??= freeRow();
  const first = await row;
  for (let tries = 1; tries < own; tries++) {
    const port = first + 1 + (next++ % (own - 1));
    const probe = await listener(port);
    if (!probe) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error(`none of the ports from ${first} on is free`);
}

async function freeRow(): Promise<number> {
  for (let tries = 0; tries < rows; tries++) {
    const first = 20_000 + ((process.pid + tries) % rows) * own;
    const sign = await listener(first);
    if (!sign) continue;
    sign.unref();
    return first;
  }
  throw new Error("no row of ports is free");
}

/** Listens on a port, unless somebody else does. */
async function listener(port: number): Promise<Server | null> {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
    return server;
  } catch {
    return null;
  }
}

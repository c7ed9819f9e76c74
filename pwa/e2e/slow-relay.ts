import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type SlowRelay = { port: number; close: () => Promise<void> };

/**
 * A way to a TCP server as over a bad mobile network: every byte comes half a round trip later, so many a second fit each
 * way for all connections together, and a new connection costs a round trip before anything goes.
 */
export async function slowRelay(port: number, roundTrip: number, kbitPerSecond: number): Promise<SlowRelay> {
  const open = new Set<Socket>();
  const perMs = kbitPerSecond / 8;
  const lane = () => {
    let free = 0;
    /** When so many bytes have arrived at the other end. */
    return (bytes: number) => {
      free = Math.max(free, performance.now()) + bytes / perMs;
      return free + roundTrip / 2;
    };
  };
  const [up, down] = [lane(), lane()];
  const carry = (from: Socket, to: Socket, arrives: (bytes: number) => number, ready: Promise<unknown>) => {
    let before: Promise<unknown> = ready;
    from.on("data", (bytes: Buffer) => {
      const due = ready.then(() => arrives(bytes.length));
      before = before.then(async () => {
        const wait = (await due) - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on("end", () => void before.then(() => to.end()));
    from.on("error", () => to.destroy());
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    }
    const shaken = new Promise((done) => setTimeout(done, roundTrip));
    carry(near, far, up, shaken);
    carry(far, near, down, shaken);
  }).listen(0, "localhost");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
  };
}

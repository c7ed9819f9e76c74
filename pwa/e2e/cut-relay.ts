import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

import { atEnd } from "#pwa/e2e/ends";

export type Relay = {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  heal: () => void;
};

/** A way to a TCP server that can be cut, as a broken network does. */
export async function cutRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let whole = true;
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  };
  const server = createServer((near) => {
    hold(near);
    if (!whole) return near.destroy();
    const far = connect(port, "127.0.0.1");
    hold(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  atEnd(async () => {
    server.close();
    endAll();
    await once(server, "close");
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      whole = false;
      endAll();
    },
    heal: () => {
      whole = true;
    },
  };
}

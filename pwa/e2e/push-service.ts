// A push service and the browser's side of it, on this machine: Chromium's own is across the internet. The page gets subscriptions of it,
// and what our server sends there is decrypted as a browser does (RFC 8291) and handed to the app's service worker.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CDPSession } from "playwright-core";
import { atEnd } from "#pwa/e2e/ends";
import type { Phone } from "#pwa/e2e/open-phone";

/** What a page is given instead of the browser's own subscriptions. */
function standIn(keys: { endpoint: string; p256dh: string; auth: string }) {
  const { endpoint, ...rest } = keys;
  let had: object | null = localStorage.getItem("push.stand-in") ? made() : null;
  function made() {
    const unsubscribe = async () => {
      localStorage.removeItem("push.stand-in");
      had = null;
      return true;
    };
    return { endpoint, options: { applicationServerKey: null }, toJSON: () => ({ endpoint, keys: rest }), unsubscribe };
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => had,
    subscribe: async () => {
      localStorage.setItem("push.stand-in", "1");
      had = made();
      return had;
    },
  });
}

/** The text of a message of one record, for the key pair and secret of a subscription. */
function opened(message: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, sender, sealed] = [message.subarray(0, 16), message.subarray(21, 86), message.subarray(86)];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${use}\0`), bytes));
  const box = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  box.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([box.update(sealed.subarray(0, -16)), box.final()]).toString();
  return text.slice(0, text.lastIndexOf("\x02"));
}

/** Gives a phone a push service, before its page opens. */
export async function withPush({ page, context }: Phone) {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const auth = randomBytes(16);
  const arrived: string[] = [];
  let deliver: (text: string) => Promise<unknown> = async () => undefined;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = opened(Buffer.concat(parts), pair, auth);
    arrived.push(text);
    await deliver(text);
    response.writeHead(201).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/of-this-browser`;
  const [p256dh, secret] = [pair.getPublicKey("base64url"), auth.toString("base64url")];
  await context.addInitScript(standIn, { endpoint, p256dh, auth: secret });
  return {
    arrived,
    /** From now on the app's worker gets what arrives. */
    connect: async (origin: string) => {
      const devtools: CDPSession = await context.newCDPSession(page);
      const found = new Promise<string>((done) =>
        devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
          const [first] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
          if (first) done(first.registrationId);
        }),
      );
      await devtools.send("ServiceWorker.enable");
      const registrationId = await found;
      deliver = (data) => devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    },
  };
}

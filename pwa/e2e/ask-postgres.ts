// A question to Postgres in its own words, for what a story must read behind the server's back. It speaks just as much of
// the protocol as one question needs.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

/** Answers the rows of one SQL statement, every value as text. */
export async function askPostgres(url: URL, sql: string): Promise<(string | null)[][]> {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, "connect");
  const messages = read(socket);
  const say = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(4);
    head.writeInt32BE(body.length + 4);
    socket.write(Buffer.concat([Buffer.from(type), head, body]));
  };
  const next = async (): Promise<[string, Buffer]> => {
    const { value, done } = await messages.next();
    if (done) throw new Error("Postgres hung up");
    if (value[0] === "E") throw new Error(`Postgres: ${value[1].toString().replaceAll("\0", " ")}`);
    return value;
  };
  try {
    const who = `user\0${decodeURIComponent(url.username)}\0database\0${url.pathname.slice(1)}\0\0`;
    say("", int32(196_608), Buffer.from(who));
    await prove(decodeURIComponent(url.password), say, next);
    while ((await next())[0] !== "Z");
    say("Q", Buffer.from(`${sql}\0`));
    const rows: (string | null)[][] = [];
    for (;;) {
      const [type, body] = await next();
      if (type === "D") rows.push(rowOf(body));
      if (type === "Z") return rows;
    }
  } finally {
    socket.destroy();
  }
}

type Say = (type: string, ...parts: Buffer[]) => void;
type Next = () => Promise<[string, Buffer]>;

/** Signs in by SCRAM-SHA-256 (RFC 7677), or as the server lets us. */
async function prove(password: string, say: Say, next: Next): Promise<void> {
  const [, asked] = await next();
  if (asked.readInt32BE() === 0) return;
  const nonce = randomBytes(18).toString("base64");
  const first = `n=,r=${nonce}`;
  const opening = Buffer.from(`n,,${first}`);
  say("p", Buffer.from("SCRAM-SHA-256\0"), int32(opening.length), opening);
  const challenge = (await next())[1].subarray(4).toString();
  const { r = "", s = "", i = "" } = Object.fromEntries(challenge.split(",").map((part) => [part[0], part.slice(2)]));
  const salted = pbkdf2Sync(password, Buffer.from(s, "base64"), Number(i), 32, "sha256");
  const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = hmac(salted, "Client Key");
  const bare = `c=biws,r=${r}`;
  const signature = hmac(createHash("sha256").update(key).digest(), `${first},${challenge},${bare}`);
  const proof = Buffer.from(key.map((byte, at) => byte ^ (signature[at] ?? 0))).toString("base64");
  say("p", Buffer.from(`${bare},p=${proof}`));
  await next();
  await next();
}

async function* read(socket: AsyncIterable<Buffer>): AsyncGenerator<[string, Buffer]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of socket) {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      yield [rest.toString("latin1", 0, 1), rest.subarray(5, end)];
      rest = rest.subarray(end);
    }
  }
}

function rowOf(body: Buffer): (string | null)[] {
  const row: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(); left > 0; left--) {
    const length = body.readInt32BE(at);
    at += 4;
    row.push(length < 0 ? null : body.toString("utf8", at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

// What the server does with a PIN, for tests of the operators' screens.
import { useSession } from "#pwa/offline/session";
import { signInOperator } from "#pwa/testing/kitchen";
import { type Handler, reply, type Site } from "#pwa/testing/site";

export const pin = "407193";

const refused = { status: 423, body: { message: "Enter your PIN to go on.", reason: "session_locked" } };
const state = (since: string | null) => ({ data: { since, lock_minutes: 30, idle_minutes: 120 } });

export type Door = Site & {
  /** Whether the server holds the session for locked. */
  locked: boolean;
  /** The headers of what was asked, by "METHOD /path", the last ones. */
  headers: Record<string, Headers>;
  /** A handler that a locked session does not reach. */
  behind: (handler: Handler) => Handler;
};

/** An operator with a PIN is signed in, and the session can be locked. */
export async function signInPinned(role = "manager"): Promise<Door> {
  const site = await signInOperator(role);
  let tries = 0;
  const door: Door = Object.assign(site, {
    locked: false,
    headers: {},
    behind:
      (handler: Handler): Handler =>
      (body, path) =>
        door.locked ? refused : handler(body, path),
  });
  const answered = globalThis.fetch;
  globalThis.fetch = (path, init) => {
    door.headers[`${init?.method} ${path}`] = new Headers(init?.headers);
    return answered(path, init);
  };
  const { profile } = useSession.getState();
  if (profile) useSession.setState({ profile: { ...profile, pin: true } });
  site.on["GET /api/kitchen/pin"] = door.behind(reply(state("2026-11-23T06:00:00Z")));
  site.on["POST /api/kitchen/lock"] = door.behind(() => {
    door.locked = true;
    return { status: 200, body: { data: {} } };
  });
  site.on["POST /api/kitchen/unlock"] = (body) => {
    const right = (body as { pin: string }).pin === pin;
    if (!door.locked || right) {
      door.locked = false;
      return { status: 200, body: { data: {} } };
    }
    tries += 1;
    if (tries === 5)
      return { status: 401, body: { message: "Five wrong PINs: this session is over.", reason: "pin_closed" } };
    const errors = { pin: ["That PIN is not right."] };
    return { status: 422, body: { message: "That PIN is not right.", errors, detail: { left: 5 - tries } } };
  };
  return door;
}

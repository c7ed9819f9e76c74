import { call } from "#pwa/offline/server";
import type { Intent } from "#pwa/offline/wire";

/** Fetches the state of a payment from the server. */
export async function fetchIntent(id: string): Promise<Intent> {
  return (await call("GET", `/api/intent/${encodeURIComponent(id)}`, undefined, { toast: false })) as Intent;
}

/** Lets the server ask the provider now: the person is back from the card page. */
export async function checkIntent(id: string): Promise<void> {
  await call("POST", `/api/intent/${encodeURIComponent(id)}/check`, undefined, { toast: false });
}

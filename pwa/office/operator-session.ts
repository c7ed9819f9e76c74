// How operators sign in: password, then a mailed code or the code of an app.

import { call } from "#pwa/offline/server";
import { enter, settleLeaving } from "#pwa/offline/session";
import type { Profile } from "#pwa/offline/wire";

const quiet = { toast: false, redirect: false };

/** Proves an operator's password, and says where the code comes from that is the second factor, or that it sets one up. */
export async function askAsOperator(
  email: string,
  password: string,
): Promise<{ by: "app" | "mail" | "enrol"; passkey: boolean }> {
  await settleLeaving();
  const { data } = await call("POST", "/api/kitchen/login", { email, password }, quiet);
  // The server of the version before says nothing, and mails.
  const by = data?.by === "app" || data?.by === "enrol" ? data.by : "mail";
  return { by, passkey: !!data?.passkey };
}

/** Takes the mailed code and the start code of an operator who needs an app, and returns the secret for it. Nobody is signed in yet. */
export function enrolAsOperator(email: string, otp: string, start: string) {
  return call("POST", "/api/kitchen/enrol", { email, otp, start }, { ...quiet, data: true });
}

/** Takes the first code of that app. The operator is signed in for the server, and here once `enter` is called. */
export async function finishEnrolment(email: string, otp: string) {
  const body = { email, otp };
  const { profile, codes } = await call("POST", "/api/kitchen/enrol/confirm", body, { ...quiet, data: true });
  return { codes, enter: () => enter(profile) };
}

export async function signInAsOperator(email: string, otp: string): Promise<Profile> {
  return enter(await call("POST", "/api/kitchen/verify", { email, otp }, { ...quiet, data: true }));
}

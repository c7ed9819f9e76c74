import { call } from "#pwa/offline/server";
import { replaceSession, signInWithPassword, useSession } from "#pwa/offline/session";

const quiet = { toast: false, redirect: false };

/** Mails a code for a new password. The answer never tells whether the e-mail is known. */
export const askResetCode = async (email: string): Promise<void> =>
  void (await call("POST", "/api/client/forgot-password/send-otp", { email }, quiet));

/**
 * Sets the password with the mailed code. The server ends every session of the person and activates an Invited profile.
 * Returns true when that person is signed in here: they are then signed in again with the new password.
 */
export async function resetPassword(email: string, otp: string, password: string): Promise<boolean> {
  const reset = () => call("POST", "/api/client/forgot-password/reset", { email, otp, password }, quiet);
  if (useSession.getState().profile?.email !== email) {
    await reset();
    return false;
  }
  await replaceSession(async () => {
    await reset();
    await signInWithPassword(email, password);
  });
  return true;
}

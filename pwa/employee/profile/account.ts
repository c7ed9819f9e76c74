// What a person may do with their own account. Each call answers when the server has done it, and shows what changed.
import { call, callFile } from "#pwa/offline/server";
import { refreshProfile, replaceSession, showProfile, signOut } from "#pwa/offline/session";
import type { Profile, ProfileChanges } from "#pwa/offline/wire";

const quiet = { toast: false };

export async function updateProfile(changes: ProfileChanges): Promise<void> {
  showProfile(await call("POST", "/api/update-profile", changes, { ...quiet, data: true }));
  // The device keeps the addresses beside the profile.
  if (changes.address) await refreshProfile();
}

/** What the person eats and avoids, the same in all their profiles. */
export async function updateDiet(diet: Profile["diet"]): Promise<void> {
  showProfile(await call("POST", "/api/update-diet", diet, { ...quiet, data: true }));
}

/** Sets the picture, base64 of a file; empty removes it. */
export async function setPicture(picture: string): Promise<void> {
  const options = { ...quiet, data: true, timeout: 60_000 } as const;
  showProfile(await call("POST", "/api/profile-picture", { picture }, options));
}

/** Every other session of the person ends. */
export async function changePassword(current_password: string, password: string): Promise<void> {
  await replaceSession(() => call("POST", "/api/change-password", { current_password, password }, quiet));
}

/** Where the person is signed in, this browser among them. */
export const fetchDevices = () => call("GET", "/api/devices", undefined, { ...quiet, data: true });

/** Ends one session of the person, at once. */
export const signOutDevice = (id: string) => call("DELETE", `/api/devices/${id}`, undefined, quiet);

/** Since when the person has a calendar link, in ms. */
export const fetchCalendarLink = async (): Promise<number | null> => {
  const { since } = await call("GET", "/api/calendar-link", undefined, quiet);
  return since ? Date.parse(since) : null;
};

/** Makes a calendar link, which is told only now. The one before ends. */
export const makeCalendarLink = async (): Promise<string> =>
  (await call("POST", "/api/calendar-link", undefined, quiet)).url ?? "";

export const endCalendarLink = () => call("DELETE", "/api/calendar-link", undefined, quiet);

/** Everything that is kept about the person, as a ZIP file of tables. */
export const fetchMyData = () => callFile("/api/my-data/file", { ...quiet, timeout: 60_000 });

type Proof = { password: string } | { otp: string };

/** Erases the person, on the server and then here. */
export const deleteAccount = (proof: Proof, giveUpWallet: boolean): Promise<void> =>
  replaceSession(async () => {
    await call("POST", "/api/delete-account", { ...proof, ...(giveUpWallet ? { give_up_wallet: true } : {}) }, quiet);
    await signOut({ discard: true, ended: true });
  });

// Who uses this device. An ended session shows nothing and loses nothing, and a completed sign-out leaves nothing of the
// person behind, also without a network.
import { create } from "zustand";
import { dbName, deleteDb, isNewer, noted, openDb, useDevice, visitor, waitingMark, writeValue } from "#pwa/offline/db";
import { call, Fault, onOtherPerson, onUnauthenticated } from "#pwa/offline/server";
import { inOrder } from "#pwa/offline/sync/in-order";
import { pendingCount, startSync, stopSync, syncNow, useStatus } from "#pwa/offline/sync/start-sync";
import type { Address, Profile } from "#pwa/offline/wire";
import type { Terms } from "#pwa/rules/quote/quote";

export type { Profile } from "#pwa/offline/wire";

type Session = {
  profile: Profile | null;
  signedIn: boolean;
  /** The session ended while this person was signed in: their saved changes wait until they sign in again. */
  locked: { owner: string; pending: number } | null;
  /** The language that this profile's person chose on this device, and that the server does not know yet. */
  chosen: { owner: string; language: Profile["language"] } | null;
};

/** The open steps of a sign-out that a missing network or another tab held up. */
type Leaving = { logout: boolean; databases: string[] };

const key = "sahn.session";
const leavingKey = "sahn.leaving";
let unkept: Leaving | null = null;
const nobody: Session = { profile: null, signedIn: false, locked: null, chosen: null };
const quiet = { toast: false, redirect: false };
const profiles = inOrder();

function remembered(): Session {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "") as Session;
    const chosen = kept.chosen ?? null;
    return kept.signedIn && kept.profile
      ? { ...nobody, profile: kept.profile, signedIn: true, chosen }
      : { ...nobody, locked: kept.locked ?? null, chosen };
  } catch {
    return nobody;
  }
}

function keep(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser forbids storage: the open steps of a sign-out last as long as the page.
    if (name === leavingKey) unkept = value as Leaving | null;
  }
}

export const useSession = create<Session>()(remembered);

useSession.subscribe((session) => keep(key, session));

/** Opens what this device remembers and starts to sync it. Nothing here waits for a network. */
export function startApp(): void {
  void openFor(useSession.getState().profile);
  void settleLeaving().then(() => (useSession.getState().signedIn ? refreshProfile() : undefined));
  void forgetErased();
  onUnauthenticated(ended);
  onOtherPerson(() => void refreshProfile());
  window.addEventListener("online", () => void settleLeaving());
  window.addEventListener("storage", (event) => {
    if (event.key !== key && event.key !== null) return;
    const elsewhere = remembered();
    const changed = elsewhere.profile?.id !== useSession.getState().profile?.id;
    useSession.setState(elsewhere);
    if (changed) void openFor(elsewhere.profile);
  });
}

/** Whether the server knows an e-mail. A sign-out that is under way ends first: the server refuses an ended session's token. */
export async function searchByEmail(email: string) {
  await settleLeaving();
  return call("PUT", "/api/search-by-email", { email }, quiet);
}

/** Requests a code by mail, also `beside` the company's own sign-in. The answer never reveals whether the e-mail is known. */
export async function requestOtp(email: string, beside?: boolean): Promise<void> {
  await settleLeaving();
  await call("POST", "/api/login-otp", { email, beside }, quiet);
}

/** Makes this browser one in which the person of a mailed link is not held up by strangers' attempts. It signs nobody in. */
export async function ownBrowser(token: string): Promise<void> {
  await call("POST", "/api/own-browser", { token }, quiet);
}

/** Signs in; with `company_id`, in that company alone. */
export async function signInWithOtp(email: string, otp: string, company_id?: string): Promise<Profile> {
  return enter(await call("POST", "/api/verify-otp", { email, otp, company_id }, { ...quiet, data: true }));
}

export async function signInWithPassword(email: string, password: string, company_id?: string): Promise<Profile> {
  await settleLeaving();
  const body = { email, password, company_id };
  return enter(await call("POST", "/api/profile-login", body, { ...quiet, data: true }));
}

/**
 * Switches to another profile of the same person and leaves nothing of this one behind. Returns null and does nothing while
 * changes are unsent.
 */
export async function switchUser(client_id?: string): Promise<Profile | null> {
  if ((await pendingCount()) > 0) return null;
  const before = useSession.getState().profile?.id;
  return replaceSession(async () => {
    const profile = await call("POST", "/api/switch-user", { client_id }, { ...quiet, data: true });
    const clean = (await pendingCount()) === 0;
    await enter(profile);
    if (before && before !== profile.id && clean) addLeaving({ logout: false, databases: [before] });
    await settleLeaving();
    return profile;
  });
}

/** Runs work that gives the person a new session, while no request is in flight that the server would refuse with the old one. */
export async function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  const { db } = useDevice.getState();
  await syncNow();
  stopSync();
  try {
    return await work();
  } finally {
    const { profile } = useSession.getState();
    if (db && profile && useDevice.getState().db === db) await startSync(db, () => stillIs(profile.id));
  }
}

/** Shows the server's answer to a change of the profile that is signed in. */
export function showProfile(profile: Profile): void {
  if (useSession.getState().profile?.id === profile.id && profiles.isNewest()) useSession.setState({ profile });
}

/** Keeps the language that a person chooses here until `sendLanguage` tells the server. For visitors there is nothing to keep. */
export function keepLanguage(language: Profile["language"]): void {
  const owner = useSession.getState().profile?.id;
  if (owner) useSession.setState({ chosen: { owner, language } });
}

/** Tells the server which language its person chose here. False when there is nothing to tell; throws when nobody answers. */
export async function sendLanguage(): Promise<boolean> {
  const { profile, chosen } = useSession.getState();
  if (!profile || chosen?.owner !== profile.id) return false;
  const { language } = chosen;
  const kept = await call("PUT", "/api/profile-language", { language }, { ...quiet, data: true });
  if (useSession.getState().chosen === chosen) useSession.setState({ chosen: null });
  showProfile(kept);
  return true;
}

/** Loads the profile again. Failures are silent; an ended session locks. */
export async function refreshProfile(): Promise<void> {
  const before = useSession.getState().profile?.id;
  const question = profiles.ask();
  try {
    const profile = await call("GET", "/api/get-profile", undefined, { toast: false, data: true });
    if (before !== useSession.getState().profile?.id || typeof profile.id !== "string") return;
    // The browser's cookies belong to another person by now, whose data must not be shown as this person's.
    if (before && profile.id !== before) await enter(profile);
    else if (before && profiles.isNewest(question)) {
      useSession.setState({ profile });
      await keepAddresses(profile, await addressesOf(profile));
    }
  } catch {
    // The profile that this device remembers remains valid.
  }
}

/**
 * Signs out and leaves nothing behind. Returns false and does nothing while changes are unsent, unless they may be
 * discarded. A session that has `ended` needs no logout request.
 */
export async function signOut({ discard = false, ended = false } = {}): Promise<boolean> {
  const { profile, locked } = useSession.getState();
  const owner = profile?.id ?? locked?.owner;
  if (!owner) return true;
  if (!discard && (locked?.pending ?? (await pendingCount(owner))) > 0) return false;
  // Written down first: whatever happens to this tab, the next start continues from here.
  addLeaving({ logout: !ended, databases: [owner] });
  stopSync();
  useDevice.getState().db?.close();
  useDevice.setState({ db: null });
  forgetTyped();
  forgetCookie(waitingMark(owner));
  useSession.setState(nobody);
  await settleLeaving();
  void openFor(null);
  return true;
}

/** How many changes of the person wait in a storage that does not open; 0 while it is open. */
export function useOutOfReach(): number {
  const shut = useDevice((device) => device.db === null);
  const owner = useSession(({ profile }) => profile?.id);
  return shut && owner ? noted(owner) : 0;
}

/** The terms of the profile's company, as the quote needs them. */
export function termsOf(profile: Profile): Terms {
  return profile;
}

/** Signs in on this device whom the server has just signed in. */
export async function enter(profile: Profile): Promise<Profile> {
  const addresses = await addressesOf(profile);
  // The session that a sign-out still had to end on the server is replaced by this one.
  keep(leavingKey, { ...leaving(), logout: false });
  useSession.setState({ profile, signedIn: true, locked: null });
  await openFor(profile);
  await keepAddresses(profile, addresses);
  return profile;
}

let opening = 0;

/** Opens the database of a profile, or of a visitor, and closes the one before. */
async function openFor(profile: Profile | null): Promise<void> {
  const turn = ++opening;
  stopSync();
  useDevice.getState().db?.close();
  useDevice.setState({ db: null });
  const db = await openDb(profile?.id ?? visitor).catch((cause) => {
    if (isNewer(cause) && turn === opening) useStatus.setState({ paused: "update" });
    return null;
  });
  if (!db) return;
  if (turn !== opening) return db.close();
  // An operator has no lunches of their own to sync.
  if (!profile || profile.client_type === "Operator") useDevice.setState({ db });
  else await startSync(db, () => stillIs(profile.id));
}

/** Whether the profile is the one who is signed in, in every tab. */
function stillIs(id: string): boolean {
  const mine = useSession.getState();
  if (!mine.signedIn || mine.profile?.id !== id) return false;
  try {
    const kept = localStorage.getItem(key);
    return kept === null || (JSON.parse(kept) as Session).profile?.id === id;
  } catch {
    return true;
  }
}

let locking: string | null = null;

/** Locks what is shown when the session ends, and says whether that is news to the person. */
function ended(): "now" | "before" | undefined {
  const { profile, locked } = useSession.getState();
  if (!profile) return locked ? "before" : undefined;
  if (locking === profile.id) return "before";
  locking = profile.id;
  void endHere().finally(() => {
    locking = null;
  });
  return "now";
}

/** Shows nothing and keeps everything until the same person is back, as when the session has ended on the server. */
export async function endHere(): Promise<void> {
  const { profile } = useSession.getState();
  if (!profile) return;
  const pending = await pendingCount(profile.id).catch(() => noted(profile.id));
  if (useSession.getState().profile?.id !== profile.id) return;
  useSession.setState({ profile: null, signedIn: false, locked: { owner: profile.id, pending } });
  await openFor(null);
  await forgetErased();
}

/** Leaves nothing of a person who deleted their account, on whichever device: nobody comes back for what waits here. */
async function forgetErased(): Promise<void> {
  const owner = useSession.getState().locked?.owner;
  if (!owner) return;
  const { profiles } = await call("GET", "/api/erased", undefined, { ...quiet, data: true }).catch(() => ({
    profiles: [] as string[],
  }));
  if (profiles.includes(owner) && useSession.getState().locked?.owner === owner)
    await signOut({ discard: true, ended: true });
}

/** The company's addresses; undefined when they cannot be loaded now. */
async function addressesOf(profile: Profile): Promise<Address[] | undefined> {
  if (!profile.company_id) return;
  const path = `/api/company-address/${profile.company_id}` as const;
  return call("GET", path, undefined, { ...quiet, data: true, timeout: 5000 }).catch(() => undefined);
}

/** Stores the addresses. A full storage is no failure: the person stays signed in without them. */
async function keepAddresses(profile: Profile, addresses: Address[] | undefined): Promise<void> {
  const { db } = useDevice.getState();
  if (db?.name === dbName(profile.id) && addresses) await writeValue(db, "addresses", addresses).catch(() => undefined);
}

function leaving(): Leaving {
  try {
    return JSON.parse(localStorage.getItem(leavingKey) ?? "") as Leaving;
  } catch {
    return unkept ?? { logout: false, databases: [] };
  }
}

function addLeaving({ logout, databases }: Leaving): void {
  const before = leaving();
  keep(leavingKey, { logout: before.logout || logout, databases: [...new Set([...before.databases, ...databases])] });
}

let settling: Promise<void> | null = null;

/** Finishes sign-outs that a missing network or a busy tab held up. */
export function settleLeaving(): Promise<void> {
  settling ??= settle().finally(() => {
    settling = null;
  });
  return settling;
}

async function settle(): Promise<void> {
  const { logout, databases } = leaving();
  const left: string[] = [];
  for (const owner of databases) {
    // The same person is back before it could be deleted: what they save now is theirs to keep.
    if (useSession.getState().profile?.id === owner) continue;
    if (!(await deleteDb(owner))) left.push(owner);
  }
  if (databases.length > 0) await forgetCaches();
  const due = logout && !(await notifiedServer());
  keep(leavingKey, due || left.length > 0 ? { logout: due, databases: left } : null);
}

/** Ends the session on the server; true when there is none any more. */
async function notifiedServer(): Promise<boolean> {
  const done = await call("POST", "/api/profile-logout", undefined, { ...quiet, timeout: 5000 }).then(
    () => true,
    (cause) => cause instanceof Fault && cause.status < 500,
  );
  if (done) forgetCookie("XSRF-TOKEN");
  return done;
}

function forgetCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere.
  document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
}

/** What was typed into a form and not sent is private too. */
function forgetTyped(): void {
  if (typeof sessionStorage === "undefined") return;
  for (const name of Object.keys(sessionStorage)) if (/^sahn\.(form|code)/.test(name)) sessionStorage.removeItem(name);
}

async function forgetCaches(): Promise<void> {
  if (typeof caches === "undefined") return;
  const names = (await caches.keys()).filter((name) => name.includes("private"));
  await Promise.all(names.map((name) => caches.delete(name)));
}

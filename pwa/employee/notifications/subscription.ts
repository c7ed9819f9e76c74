// This browser's own side of notifications: what it can, what its person let it, and its subscription at a push service.

/** `install`: an iPhone shows notifications only of an app on its home screen. */
export type State = "unsupported" | "install" | "denied" | "off" | "on";

const wanted = "notifications-of";

/** Whose notifications this browser shows, so that the next person here is not subscribed in their place. */
function chosenBy(): string | null {
  try {
    return localStorage.getItem(wanted);
  } catch {
    return null;
  }
}

function chooses(profile: string | null): void {
  try {
    if (profile) localStorage.setItem(wanted, profile);
    else localStorage.removeItem(wanted);
  } catch {
    // A browser that keeps nothing asks again.
  }
}

const supported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.platform));
const installed = () => matchMedia("(display-mode: standalone)").matches;

/** What this browser may show, before it is asked anything. */
export function stateNow(): Exclude<State, "on"> {
  if (!supported()) return isApple() && !installed() ? "install" : "unsupported";
  return Notification.permission === "denied" ? "denied" : "off";
}

/** What the server needs to reach this browser. */
export type Device = { endpoint: string; p256dh: string; auth: string };

function deviceOf(subscription: PushSubscription): Device {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Whether a subscription was made with the server's key of today. */
function isFor(subscription: PushSubscription, key: string): boolean {
  const made = subscription.options.applicationServerKey;
  return !made || new Uint8Array(made).toString() === bytesOf(key).toString();
}

async function subscribe(key: string): Promise<Device> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const had = await pushManager.getSubscription();
  if (had && isFor(had, key)) return deviceOf(had);
  await had?.unsubscribe();
  return deviceOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }));
}

/** Asks the person, after they tapped, and the push service. Null when the person says no. */
export async function switchOn(key: string, profile: string): Promise<Device | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const device = await subscribe(key);
  chooses(profile);
  return device;
}

/** The subscription of a person who switched it on here before, after a new sign-in; null when they did not. Asks nobody. */
export async function renewed(key: string, profile: string): Promise<Device | null> {
  if (!supported() || Notification.permission !== "granted" || chosenBy() !== profile) return null;
  return subscribe(key);
}

/** Ends this browser's subscription. */
export async function switchOff(): Promise<void> {
  chooses(null);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

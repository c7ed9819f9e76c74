/// <reference lib="webworker" />
// Shows what the server tells a person who chose so (server/push), in the server's words: the worker has none of its own.

declare const self: ServiceWorkerGlobalScope;

/** A notification as the server sends it. `stop` is what switches its kind off, without a session. */
type Told = {
  title: string;
  text: string;
  kind: string;
  tag: string;
  path: string;
  stop: string;
  stop_text: string;
  lang: string;
};

/** Shows a message. Browsers demand that each one is shown: one that makes no sense is shown as the app's name. */
async function show(data: PushMessageData | null): Promise<void> {
  let told: Partial<Told> = {};
  try {
    told = data?.json() ?? {};
  } catch {
    // An older app may not read what a newer server says.
  }
  const { title = "Sahn", text, kind, tag, path, stop, stop_text, lang } = told;
  await self.registration.showNotification(title, {
    body: text,
    tag,
    lang,
    dir: lang === "ar" ? "rtl" : "auto",
    icon: "/icons/icon-192.png",
    data: { path, stop, kind },
    actions: stop ? [{ action: "stop", title: stop_text }] : [],
  } as NotificationOptions);
  if (!told.title) return;
  // The windows that somebody looks at say it themselves (app/told.ts).
  for (const window of await self.clients.matchAll({ type: "window" }))
    if (window.visibilityState === "visible") window.postMessage({ type: "TOLD", title, text, kind, path });
}

/** Tells the server without a session: what is said proves itself. */
const say = (what: string, body: object) =>
  fetch(`/api/notifications/${what}`, {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Opens the page that a notification is about, in a window of the app that is there, or in a new one. */
async function open(path = "/dashboard/home"): Promise<void> {
  const to = new URL(path, self.location.origin);
  if (to.origin !== self.location.origin) return;
  const [window] = await self.clients.matchAll({ type: "window" });
  // A window that may not be focused, or that another worker controls, is left as it is.
  const shown = window?.focus().then((focused) => focused.navigate(to.href));
  if (
    !(await shown?.then(
      () => true,
      () => false,
    ))
  )
    await self.clients.openWindow(to.href);
}

/** A push service gave this browser another address. Where that is told without the old one, the page renews it when it is opened. */
async function moved({ oldSubscription: before, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const options = before?.options ?? newSubscription?.options;
  if (!before || !options) return;
  const after = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = after.toJSON();
  await say("moved", { before: before.endpoint, endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

type PushSubscriptionChangeEvent = ExtendableEvent & {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

/** Lets the worker show notifications. */
export function showNotifications(): void {
  self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
  self.addEventListener("notificationclick", (event) => {
    const { path, stop, kind } = event.notification.data ?? {};
    event.notification.close();
    event.waitUntil(event.action === "stop" ? say("stop", { stop, kind }) : open(path));
  });
  self.addEventListener("pushsubscriptionchange", (event) => {
    const change = event as PushSubscriptionChangeEvent;
    change.waitUntil(moved(change).catch(() => undefined));
  });
}

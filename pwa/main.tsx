import "#pwa/ui/ui.css";
import "#pwa/menu/meal.css";
import "#pwa/app/app.css";
import { lazy } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { Redirects } from "#pwa/app/Redirects";
import { toasts } from "#pwa/app/toasts";
import { watchForUpdates } from "#pwa/app/UpdateReady";
import { loadConfig } from "#pwa/config";
import { keepMenus } from "#pwa/menu/fetchMenu";
import { AppRoutes, fetchPage } from "#pwa/routes";
import { onFault } from "#pwa/server";
import { startApp } from "#pwa/session";
import { flush } from "#pwa/sync/startSync";
import { usePending } from "#pwa/sync/useSync";

const SyncStatus = lazy(async () => ({ default: (await import("#pwa/sync/SyncStatus")).SyncStatus }));

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

onFault(({ kind, message }) => toasts[kind](message));
keepMenus();
startApp();

// With its code at hand, as it always is offline, the first page is drawn at once: React would show what stands in its place
// for a third of a second otherwise. On a slow network the frame does not wait for it.
const soon = new Promise((done) => setTimeout(done, 150));
void Promise.race([fetchPage(location.pathname).catch(() => undefined), soon]).then(() => {
  createRoot(root).render(
    <BrowserRouter>
      <Redirects />
      <AppRoutes connection={<SyncStatus />} work={{ useCount: usePending, send: flush }} />
    </BrowserRouter>,
  );
  void loadConfig();
  if (import.meta.env.PROD) void watchForUpdates().catch(() => undefined);
});

import "#pwa/app/start";
import "#pwa/ui/ui.css";
import "#pwa/menu/meal.css";
import "#pwa/app/app.css";
import { lazy } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { keepInstallOffer } from "#pwa/app/install-offer";
import { Redirects } from "#pwa/app/redirects";
import { AppRoutes, fetchPage } from "#pwa/app/routes";
import { errorsWords } from "#pwa/i18n/errors";
import { loadConfig } from "#pwa/offline/config";
import { onFault, startToken } from "#pwa/offline/server";
import { firstAnswers } from "#pwa/offline/sync/shared-read";
import { flush } from "#pwa/offline/sync/start-sync";
import { usePending } from "#pwa/offline/sync/use-sync";
import { Later } from "#pwa/ui/later";
import { painted } from "#pwa/ui/painted";
import { toasts } from "#pwa/ui/toast-store";

const SyncStatus = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/sync-status/sync-status")).SyncStatus };
});
const Afterwards = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/app/afterwards")).Afterwards };
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

onFault(async ({ kind, message, fault }) => {
  const sentences = message === undefined && (await import("#pwa/offline/sentence-for").catch(() => undefined));
  toasts[kind](message ?? (sentences && fault ? sentences.passingSentence(fault) : errorsWords.unknown));
});
keepInstallOffer();

// With its code and its data at hand, as they are offline, the first page is drawn once and whole: React would show what
// its placeholder for a third of a second otherwise. On a slow network the frame does not wait for it, unless the server has sent the page
// as visitors see it: that stays until the app can draw the same in its place.
const soon = new Promise((done) => setTimeout(done, navigator.serviceWorker?.controller ? 1000 : 150));
const page = fetchPage(location.pathname);
const first = page.then(firstAnswers);
void Promise.race<unknown>([first, soon.then(() => root.firstChild && page)])
  .catch(() => undefined)
  .then(() => {
    createRoot(root).render(
      <BrowserRouter>
        <Redirects />
        <AppRoutes connection={<SyncStatus />} work={{ useCount: usePending, send: flush }} />
        <Later>
          <Afterwards />
        </Later>
      </BrowserRouter>,
    );
    void startToken();
    void loadConfig();
  });
